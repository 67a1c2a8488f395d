/**
 * Packs the grammars named in grammars/package.json: takes each .wasm out of its
 * package, compresses it, and writes down where it came from. Run by
 * `npm run grammars`; the result is committed, so that nobody else needs those
 * packages, whose install scripts would compile native code.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = new URL('../grammars/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder));
const { dependencies, froe } = JSON.parse(read('package.json'));
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

const rows = froe.grammars.map(({ grammar, package: name, file, licence }) => {
  const wasm = read(`node_modules/${name}/${file}`);
  writeFileSync(new URL(`${grammar}.wasm.br`, folder), brotliCompressSync(wasm, { params }));
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  return `| ${grammar} | ${name} ${dependencies[name]} | ${licence} | ${sha256} |`;
});

const head =
  '# Grammars\n\nTree-sitter grammars as WebAssembly, brotli-compressed by `npm run grammars`. The hash is of the uncompressed file.\n';
writeFileSync(
  new URL('README.md', folder),
  `${head}\n| grammar | package | licence | SHA-256 |\n|---|---|---|---|\n${rows.join('\n')}\n`,
);
