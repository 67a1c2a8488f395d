/** A command whose engine has been tampered with, to see whether it is found out. */
import { join } from 'node:path';
import { folder } from './command.js';

/** `body`: of an async function of `honest`, the engine's own chunk(), and its arguments `input` and `options`. */
export function doctored(body: string): { readonly node: readonly string[] } {
  const tampered = `
    const tamper = async (honest, input, options) => { ${body} };
    export const chunk = (input, options) => tamper(honest, input, options);`;
  const tools = folder({
    'register.mjs': "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
    'hooks.mjs': `export async function load(url, context, next) {
      const loaded = await next(url, context);
      if (!url.endsWith('/dist/engine.js')) return loaded;
      const source = String(loaded.source).replace('export async function chunk(', 'async function honest(');
      return { ...loaded, source: source + ${JSON.stringify(tampered)} };
    }`,
  });
  return { node: ['--import', join(tools, 'register.mjs')] };
}
