/** A tree of as many files as wanted: code and prose of the corpus again and again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_FILE = 20_000;

/** Each has a line of its own, so that no two have the same vector. Gives the sum of their bytes. */
export function writeFiles(root, { code, prose }, count) {
  const small = [...code, ...prose].filter(({ bytes }) => bytes <= LARGEST_FILE);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    const { path, text } = small[n % small.length];
    const part = join(root, String(Math.floor(n / 100)).padStart(3, '0'));
    if (n % 100 === 0) mkdirSync(part, { recursive: true });
    const own = `${text}\n// file ${n}\n`;
    sum += Buffer.byteLength(own);
    writeFileSync(join(part, `${n % 100}-${path.replaceAll('/', '-')}`), own);
  }
  return sum;
}
