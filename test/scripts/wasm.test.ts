/** What is shipped as WebAssembly is what its sources give. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { meterWork } from '../../scripts/meter-work.mjs';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const require = createRequire(import.meta.url);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('the kernels are those of kernels/*.wat', () => {
  // It fails with what to do about it.
  expect(execFileSync(process.execPath, [path('scripts/build-kernels.mjs'), '--check'], { encoding: 'utf8' })).toBe('');
});

it('the runtime of tree-sitter is that of its package, with the counter added', () => {
  const shipped = brotliDecompressSync(readFileSync(path('grammars/web-tree-sitter.wasm.br')));
  const hash = sha256(shipped);
  const packaged = readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm'));
  const message = 'Run: node scripts/build-grammars.mjs --runtime';
  expect(sha256(meterWork(packaged)), message).toBe(hash);
  // It belongs to that one version of the library.
  const { version } = JSON.parse(readFileSync(path('node_modules/web-tree-sitter/package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(path('package.json'), 'utf8')).dependencies['web-tree-sitter']).toBe(version);
  const page = readFileSync(path('grammars/README.md'), 'utf8');
  expect(page, message).toContain(`web-tree-sitter ${version} (MIT)`);
  expect(page, message).toContain(`SHA-256, uncompressed: ${hash}`);
});

it('the grammars match the recorded hashes', () => {
  const rows = [...readFileSync(path('grammars/README.md'), 'utf8').matchAll(/^\| (\S+) \| .* ([0-9a-f]{64}) \|$/gm)];
  expect(rows.length).toBeGreaterThan(40);
  for (const [, grammar, hash] of rows)
    expect(sha256(brotliDecompressSync(readFileSync(path(`grammars/${grammar}.wasm.br`)))), grammar).toBe(hash);
});
