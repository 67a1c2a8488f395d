/** Commands about an index, by a user whose home is empty. */
import { join } from 'node:path';
import { folder } from '../folder.js';
import { type CommandOptions, type CommandResult, froe } from './command.js';

/** Without the settings of the machine that runs the tests. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  HOME: folder(),
  XDG_CONFIG_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  FROE_INDEX: undefined,
  FROE_EMBEDDER: undefined,
  FROE_API_KEY: undefined,
  FROE_CACHE_DIR: undefined,
  OPENAI_API_KEY: undefined,
});

export const run = (cwd: string, words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> =>
  froe(cwd, words, { ...options, env: { ...cleanEnvironment(), ...options.env } });

/** A small project with code, prose and a subfolder. */
export const project = (files: Readonly<Record<string, string | Uint8Array>> = {}): string =>
  folder({
    'src/client.py': 'class Client:\n    def get(self):\n        return "elm"\n',
    'README.md': '# Wood\n\nAbout trees.\n',
    'notes.txt': 'Birches are white.\n',
    ...files,
  });

export const indexOf = (root: string): string => join(root, '.froe', 'index.db');

/** Arguments for node that end the process with code 99 when it touches the network. */
export function offline(): { readonly node: readonly string[] } {
  const tools = folder({
    'offline.mjs': `
      import { Socket } from 'node:net';
      import dgram from 'node:dgram';
      const refuse = () => { process.stderr.write('the network was touched'); process.exit(99); };
      Socket.prototype.connect = refuse;
      dgram.createSocket = refuse;
      globalThis.fetch = refuse;`,
  });
  return { node: ['--import', join(tools, 'offline.mjs')] };
}
