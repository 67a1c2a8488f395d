import { chunkFolder } from 'froe';

let tokens = 0;
for await (const { path, chunks, diagnostics } of chunkFolder('.', { wants: (path) => path.endsWith('.py') })) {
  tokens += chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  console.log(path, chunks.length, diagnostics.length); // service.py 8 0
}
console.log(tokens); // 1940
