/** The configuration file of each client, and its format. */
import { join } from 'node:path';
import { type ConfigFormat, type EntryPath, jsonFormat, tomlFormat } from './configFormat.js';

/** Where the user's own things are. */
export interface InstallPaths {
  readonly root: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Client {
  /** For one project, shared with it. */
  project(places: InstallPaths): string;
  /** For all projects of the user. */
  user(places: InstallPaths): string;
  readonly format: ConfigFormat;
  readonly path: EntryPath;
  readonly entry: object;
}

/** npx installs froe on demand; on Windows npx is not an executable. */
const command = process.platform === 'win32' ? 'cmd' : 'npx';
const args: readonly string[] = [...(process.platform === 'win32' ? ['/c', 'npx'] : []), '-y', 'froe', 'mcp'];
const plain = { command, args };

/** An entry with further arguments. */
export const withArguments = ({ entry }: Client, more: readonly string[]): object =>
  more.length === 0 ? entry : { ...entry, args: [...args, ...more] };

export const clients = {
  'claude-code': {
    project: ({ root }) => join(root, '.mcp.json'),
    user: ({ home }) => join(home, '.claude.json'),
    format: jsonFormat,
    path: ['mcpServers', 'froe'],
    entry: { type: 'stdio', ...plain },
  },
  cursor: {
    project: ({ root }) => join(root, '.cursor', 'mcp.json'),
    user: ({ home }) => join(home, '.cursor', 'mcp.json'),
    format: jsonFormat,
    path: ['mcpServers', 'froe'],
    entry: plain,
  },
  vscode: {
    project: ({ root }) => join(root, '.vscode', 'mcp.json'),
    user: (places) => join(settingsFolder(places), 'Code', 'User', 'mcp.json'),
    format: jsonFormat,
    path: ['servers', 'froe'],
    entry: { type: 'stdio', ...plain },
  },
  codex: {
    project: ({ root }) => join(root, '.codex', 'config.toml'),
    user: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    format: tomlFormat,
    path: ['mcp_servers', 'froe'],
    entry: plain,
  },
  gemini: {
    project: ({ root }) => join(root, '.gemini', 'settings.json'),
    user: ({ home }) => join(home, '.gemini', 'settings.json'),
    format: jsonFormat,
    path: ['mcpServers', 'froe'],
    entry: plain,
  },
  zed: {
    project: ({ root }) => join(root, '.zed', 'settings.json'),
    user: ({ home, env, platform }) =>
      platform === 'win32'
        ? join(settingsFolder({ home, env, platform }), 'Zed', 'settings.json')
        : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'zed', 'settings.json'),
    format: jsonFormat,
    path: ['context_servers', 'froe'],
    entry: { source: 'custom', ...plain, env: {} },
  },
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as ClientName[]; // keys() forgets the literal type

/** The folder of user settings on this system. */
function settingsFolder({ home, env, platform }: Omit<InstallPaths, 'root'>): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

/** A skill for agents that work with a shell: it costs nothing until it is needed, unlike the schemas of a server. */
export const skill = `---
name: froe
description: Search this project's code and documents by meaning and by words, and pack exact source into a token budget. Use it to find where something is done, to read what a symbol or a section says, and to see what a file or a folder defines, before opening files one by one.
---

# Searching with froe

froe keeps an index of the folder it is run in (\`.froe/index.db\`) and brings it up to date by itself. Standard output is data, standard error is talk. Exit code 1 means that nothing was found.

| to | run |
|---|---|
| find places | \`npx -y froe search "how are retries limited"\` |
| get an answer with source, in at most so many tokens | \`npx -y froe context "how are retries limited" --budget 4000\` |
| read what was found | \`npx -y froe get src/client.py:10-40\`, \`src/client.py#Client.send\`, \`Client.send\`, a whole file, or an id |
| see what files define | \`npx -y froe outline src --budget 2000\` |
| see who uses a symbol, and what it uses | \`npx -y froe refs Client.send\` |
| see what a change would touch | \`npx -y froe impact Client.send --budget 2000\` |
| see what the index holds | \`npx -y froe status\` |

- Questions may be words, "phrases", \`symbol:Client.get\`, \`path:src/api\`, \`lang:python\`, \`type:function\`, \`-not\`.
- \`--json\` gives records; \`-n 20\` more results; \`--files\` only paths.
- Places look like \`path:from-to\`, 1-based and inclusive, and \`froe get\` takes them back.
- Start with \`search\`; use \`context\` when several files matter; read only the lines you need.
`;
