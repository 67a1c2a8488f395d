/** `froe view`: serves a page that shows an index, on this machine. */
import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { editorAddress } from '../../engine/settings.js';
import { guard } from '../../http/guard.js';
import { listen } from '../../http/listen.js';
import { isLoopback } from '../../http/loopback.js';
import { viewApp } from '../../view/viewApp.js';
import { type EmbedderFlags, type RerankerFlags, withEmbedder, withLimit, withReranker } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { asking, type WorkspaceFlags } from '../project.js';
import { port, withRoots } from '../sharedFlags.js';
import { tokenOf } from '../tokenOf.js';

interface ViewFlags extends EmbedderFlags, RerankerFlags, WorkspaceFlags {
  readonly port: number;
  readonly host: string;
  readonly token?: string;
  readonly open?: boolean;
  readonly write?: boolean;
  readonly editor?: string;
}

const PORT = 4041;

export function viewCommand(command: Command): void {
  withRoots(withLimit(withReranker(withEmbedder(command))))
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('-p, --port <n>', 'port; 0 for any free port', port, PORT)
    .option('--host <address>', 'address to listen on; other than loopback needs a token', '127.0.0.1')
    .option('--token <secret>', 'token for all requests (or FROE_TOKEN; default: a new one, in the printed address)')
    .option('--open', 'open the browser')
    .option('--write', 'allow the page to update the index; files are never written')
    .option(
      '--editor <name>',
      'editor of the links to files: vscode, cursor, zed, idea, none, or an address with {path} and {line}',
    )
    .action((path: string | undefined, flags: ViewFlags) => view(path, flags));
}

/** Runs until a signal. */
async function view(path: string | undefined, flags: ViewFlags): Promise<void> {
  const { host, write = false } = flags;
  const { token, query } = tokenOf(flags);
  guard({ host, token }); // refused before an index is created
  await asking(
    path,
    flags,
    async (engine, project) => {
      const { vectors: _, root: __, ...sync } = project.syncOptions();
      const { budget, format } = project.settings;
      const editor = isLoopback(host) ? editorAddress(project.settings.editor) : undefined; // on this machine only
      const app = viewApp({ engine, sync, write, budget, format, editor }, { host, token });
      const { url } = await listen(app, { host, port: flags.port });
      await say(`${url}/${query}\n`);
      warn(`serving ${engine.root}${write ? '' : ', read-only'}; press Ctrl-C to stop`);
      if (flags.open) openBrowser(token === undefined ? url : `${url}/?token=${encodeURIComponent(token)}`);
      await new Promise(() => {}); // the server keeps running
    },
    { brief: false },
  );
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** Opens a URL with the desktop's browser. Without a desktop nothing happens: the URL was printed. */
function openBrowser(url: string): void {
  const [program, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => warn('could not open a browser: open the address yourself'));
  child.unref();
}
