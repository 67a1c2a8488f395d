/**
 * Assembles kernels/*.wat, the hot loops of a query and of embedding, into src/wasm/kernels.ts. Run by
 * `npm run kernels`; the result is committed. `--check` writes nothing and fails if
 * the result differs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const folder = new URL('../kernels/', import.meta.url);
const output = new URL('../src/wasm/kernels.ts', import.meta.url);
const COLUMNS = 112;

const { parseWat } = await wabt();
const kernels = readdirSync(folder).sort().map(assembled);
const text = `/** kernels/*.wat, assembled and written here by \`npm run kernels\`: WebAssembly modules, as base64. */
export const kernels = {
${kernels.join('')}} as const;
`;

if (!process.argv.includes('--check')) writeFileSync(output, text);
else if (readFileSync(output, 'utf8') !== text) {
  process.stderr.write('src/wasm/kernels.ts is not what kernels/*.wat give. Run: npm run kernels\n');
  process.exitCode = 1;
}

function assembled(file) {
  const module = parseWat(file, readFileSync(new URL(file, folder), 'utf8'), { simd: true });
  module.validate({ simd: true });
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = base64.match(new RegExp(`.{1,${COLUMNS}}`, 'g'));
  return `  ${file.replace('.wat', '')}:\n${lines.map((line) => `    '${line}'`).join(' +\n')},\n`;
}
