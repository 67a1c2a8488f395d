/**
 * Packs the grammars named in grammars/package.json: takes each .wasm out of its
 * package, compresses it, and records its origin. Run by `npm run grammars`; the
 * result is committed, so that a clone does not need those packages, whose install
 * scripts would compile native code.
 *
 * Also packs the runtime of web-tree-sitter, with a work counter (meter-work.mjs).
 * `--runtime` packs only that.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { meterWork } from './meter-work.mjs';

const folder = new URL('../grammars/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder));
const { dependencies, froe } = JSON.parse(read('package.json'));
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

const packed = existsSync(new URL('README.md', folder)) ? read('README.md').toString() : '';

/** A grammar that is packed already, by its hash in README.md, is skipped: compressing takes minutes. */
function pack(name, wasm) {
  const file = new URL(`${name}.wasm.br`, folder);
  const hash = createHash('sha256').update(wasm).digest('hex');
  if (!existsSync(file) || !packed.includes(hash)) writeFileSync(file, brotliCompressSync(wasm, { params }));
  return hash;
}

const runtime = '../node_modules/web-tree-sitter/';
const hash = pack('web-tree-sitter', meterWork(read(`${runtime}web-tree-sitter.wasm`)));
const { version } = JSON.parse(read(`${runtime}package.json`));

const rows = process.argv.includes('--runtime')
  ? read('README.md')
      .toString()
      .match(/^\| \S+ \| .* [0-9a-f]{64} \|$/gm)
  : froe.grammars.map(({ grammar, package: name, file, licence }) => {
      const sha256 = pack(grammar, read(`node_modules/${name}/${file}`));
      return `| ${grammar} | ${name} ${dependencies[name]} | ${licence} | ${sha256} |`;
    });

writeFileSync(
  new URL('README.md', folder),
  `# Grammars

Tree-sitter grammars as WebAssembly, brotli-compressed by \`npm run grammars\`. The hash is of the uncompressed file.

| grammar | package | licence | SHA-256 |
|---|---|---|---|
${rows.join('\n')}

## Runtime

\`web-tree-sitter.wasm.br\` is the runtime of web-tree-sitter ${version} (MIT), with a counter of its work written into it by \`scripts/meter-work.mjs\`. SHA-256, uncompressed: ${hash}
`,
);
