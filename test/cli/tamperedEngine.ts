/** Starts a command with a tampered engine, to test that verification detects it. */
import { join } from 'node:path';
import { folder } from '../folder.js';

/** `body`: of an async function of `honest`, the engine's own chunk(), and its arguments `input` and `options`. */
export function withTamperedEngine(body: string): { readonly node: readonly string[] } {
  const tampered = `
    const tamper = async (honest, input, options) => { ${body} };
    function chunk(input, options) { return tamper(honest, input, options); }`;
  const tools = folder({
    'register.mjs': "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
    // Wherever the engine is: in a file of its own, or bundled with others.
    'hooks.mjs': `export async function load(url, context, next) {
      const loaded = await next(url, context);
      const source = String(loaded.source);
      if (!url.includes('/dist/') || !/\\b(export )?async function chunk\\(/.test(source)) return loaded;
      const named = source.includes('export async function chunk(') ? '\\nexport { chunk };' : '';
      const dishonest = source.replace(/\\b(export )?async function chunk\\(/, 'async function honest(');
      return { ...loaded, source: dishonest + ${JSON.stringify(tampered)} + named };
    }`,
  });
  return { node: ['--import', join(tools, 'register.mjs')] };
}
