/**
 * Logistic regression: rows of numbers and their classes → weights and a bias. Both
 * classes count alike, however many rows each has; large weights are penalised.
 *
 *     Newton's method on standardised numbers; a dozen steps are enough.
 */
const RIDGE = 3;
const STEPS = 30;

export function fitted(rows, is) {
  const width = rows[0].length;
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => row[i]));
  const means = columns.map((column) => column.reduce((sum, one) => sum + one, 0) / rows.length);
  const spreads = columns.map((column, i) => {
    const squares = column.reduce((sum, one) => sum + (one - means[i]) ** 2, 0);
    return Math.sqrt(squares / rows.length) || 1;
  });
  const inputs = rows.map((row) => [...row.map((one, i) => (one - means[i]) / spreads[i]), 1]);
  const yes = is.filter((one) => one).length;
  const counts = is.map((one) => rows.length / (2 * (one ? yes : rows.length - yes)));
  let weights = new Array(width + 1).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight, i) => (i < width ? RIDGE * weight : 0));
    const curve = weights.map((_, i) => weights.map((_, j) => (i === j && i < width ? RIDGE : i === j ? 1e-9 : 0)));
    inputs.forEach((row, at) => {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, one, i) => sum + one * weights[i], 0)));
      const off = counts[at] * (p - (is[at] ? 1 : 0));
      const bend = counts[at] * p * (1 - p);
      for (let i = 0; i <= width; i++) {
        slope[i] += off * row[i];
        for (let j = 0; j <= width; j++) curve[i][j] += bend * row[i] * row[j];
      }
    });
    const change = solved(curve, slope);
    weights = weights.map((weight, i) => weight - change[i]);
    if (Math.max(...change.map(Math.abs)) < 1e-8) break;
  }
  const scaled = weights.slice(0, width).map((weight, i) => weight / spreads[i]);
  return { weights: scaled, bias: weights[width] - scaled.reduce((sum, weight, i) => sum + weight * means[i], 0) };
}

/** matrix · x = values, by elimination. */
function solved(matrix, values) {
  const rows = matrix.map((row, i) => [...row, values[i]]);
  for (let i = 0; i < rows.length; i++) {
    const best = rows.slice(i).reduce((top, row, at) => (Math.abs(row[i]) > Math.abs(rows[top][i]) ? i + at : top), i);
    [rows[i], rows[best]] = [rows[best], rows[i]];
    for (let j = i + 1; j < rows.length; j++) {
      const share = rows[j][i] / rows[i][i];
      for (let k = i; k <= rows.length; k++) rows[j][k] -= share * rows[i][k];
    }
  }
  const x = new Array(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const known = rows[i].slice(i + 1, rows.length).reduce((sum, one, k) => sum + one * x[i + 1 + k], 0);
    x[i] = (rows[i][rows.length] - known) / rows[i][i];
  }
  return x;
}
