/** What became of the formats, as text. */
import type { FormatTrial } from './formats.js';

export const formatTable = (trials: readonly FormatTrial[]): string =>
  [
    '| format  | answers | correct | complete | attributed | tokens |',
    '|---------|--------:|--------:|---------:|-----------:|-------:|',
    ...trials.map(
      ({ format, answers, correct, complete, attributed, tokens }) =>
        `| ${format.padEnd(7)} | ${String(answers).padStart(7)} | ${correct.toFixed(3).padStart(7)} | ${complete.toFixed(3).padStart(8)} | ${attributed.toFixed(3).padStart(10)} | ${String(tokens).padStart(6)} |`,
    ),
    '',
  ].join('\n');
