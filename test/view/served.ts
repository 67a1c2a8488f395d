/** A project with an index, and the real server before it. */
import { realpathSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, open } from '../../src/engine/engine.js';
import type { Guarded } from '../../src/http/guard.js';
import { listen } from '../../src/http/listen.js';
import type { Artifact } from '../../src/sync/artifact.js';
import type { Viewed } from '../../src/view/overview.js';
import { viewApp } from '../../src/view/viewApp.js';
import { folder } from '../folder.js';

export const EVIL = `<!doctype html>
<title>x</title></pre></script><script>globalThis.pwned = 1</script>
<img src="x" onerror="globalThis.pwned = 2"><svg onload="globalThis.pwned = 3"></svg>
<iframe srcdoc="<script>parent.pwned = 4</script>"></iframe>
`;

/** A class that is cut into several chunks when the budget is small. */
const method = (name: string): string =>
  `    def ${name}(self, url, timeout=30):\n        """Sends a ${name} request and waits for the answer."""\n` +
  `        response = self.session.request('${name.toUpperCase()}', url, timeout=timeout)\n` +
  `        response.raise_for_status()\n        return response.json()\n\n`;
export const CLIENT = `import requests\n\n\nclass Client:\n    """Talks to a server over HTTP."""\n\n${['get', 'post', 'put', 'patch', 'delete'].map(method).join('')}`;

export const FILES = {
  'README.md': '# Wood\n\nHow trees become boards.\n\n## Splitting\n\nA froe splits oak along the grain.\n',
  'src/client.py': CLIENT,
  'src/use.py': 'from client import Client\n\n\ndef main():\n    return Client().put("https://example.org")\n',
  'src/deep/er/down.ts': 'export const down = 1;\n',
  'evil.html': EVIL,
  'odd <img src=x onerror=pwned=5> name.txt': 'A file with a name like this is still a file.\n',
  '.gitignore': 'secret.txt\n',
  'secret.txt': 'The password is oak.\n',
};

/** A megabyte of lines, and one very long one: only a browser minds. */
export const LARGE = {
  'big/tale.txt': Array.from(
    { length: 14_000 },
    (_, i) => `Line ${i} of a long tale about elms and the tools that split them.\n`,
  ).join(''),
  'big/line.txt': `${'word '.repeat(60_000)}\n`,
};

/** Ingested beside the files: a mail, and a chat that is cut into several chunks. */
export const ARTIFACTS = [
  {
    content: Buffer.from(
      'From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Yew for the bows\n\nDear Bob,\n\nthe yew is seasoned.\n\nAnn\n',
    ),
    filename: 'yew.eml',
    type: 'email',
    sourceSystem: 'gmail',
    sourceId: 'yew',
    ts: '2026-05-04T10:00:00Z',
  },
  {
    content: Buffer.from(
      Array.from(
        { length: 120 },
        (_, i) => `# Day ${i}\n\nWe spoke of larches and <b>which of them</b> to fell on day ${i}.\n\n\n`,
      ).join(''),
    ),
    filename: 'talk.md',
    type: 'chat',
    sourceSystem: 'slack',
    sourceId: 'talk',
    title: 'Larches <img src=x onerror=pwned=6>',
    sensitivity: 'sensitive',
  },
] as const satisfies readonly Artifact[];

export interface Served {
  readonly root: string;
  readonly url: string;
  readonly engine: Engine;
  close(): Promise<void>;
}

export async function serve(
  files: Readonly<Record<string, string>> = FILES,
  how: Partial<Viewed> = {},
  guarded: Guarded = { host: '127.0.0.1' },
  embedder = 'none',
  artifacts: readonly Artifact[] = [],
): Promise<Served> {
  const root = realpathSync(folder(files));
  const engine = await open(root, { index: ':memory:', embedder });
  for (const path of Object.keys(files)) utimesSync(join(root, path), 1_700_000_000, 1_700_000_000); // long settled
  await engine.sync({ threads: 0 }); // in this thread: another would look for a built worker beside the sources
  for (const artifact of artifacts) await engine.ingest(artifact);
  return serveEngine(engine, how, guarded);
}

/** Closed with the server. */
export async function serveEngine(
  engine: Engine,
  how: Partial<Viewed> = {},
  guarded: Guarded = { host: '127.0.0.1' },
): Promise<Served> {
  const viewed: Viewed = { engine, sync: {}, write: false, budget: 8000, format: 'generic', ...how };
  const { url, close } = await listen(viewApp(viewed, guarded), { host: '127.0.0.1', port: 0 });
  return {
    root: engine.root,
    url,
    engine,
    close: async () => {
      await close();
      await engine.close();
    },
  };
}
