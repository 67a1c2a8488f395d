/** Starts a command with a tampered engine, to test that verification detects it. */
import { join } from 'node:path';
import { folder } from '../folder.js';

/** `body`: of an async function of `honest`, the engine's own chunk(), and its arguments `input` and `options`. */
export function withTamperedEngine(body: string): { readonly node: readonly string[] } {
  const tampered = `
    const tamper = async (honest, input, options) => { ${body} };
    function chunk(input, options) { return tamper(honest, input, options); }`;
  const tools = folder({
    // Whichever bundle it is in.
    'tamper.mjs': `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const read = fs.readFileSync;
      fs.readFileSync = (file, ...options) => {
        const bytes = read(file, ...options);
        if (!/dist.command.*\\.cjs$/.test(file)) return bytes;
        const source = String(bytes);
        const dishonest = source.replace(/\\basync function chunk\\(/, 'async function honest(');
        return dishonest === source ? bytes : Buffer.from(dishonest + ${JSON.stringify(tampered)});
      };
      syncBuiltinESMExports();`,
  });
  return { node: ['--import', join(tools, 'tamper.mjs')] };
}
