/** A project with an MCP server, and clients of the SDK. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { MAIN } from '../cli/command.js';
import { folder } from '../folder.js';

export const files = {
  'src/client.py':
    'from src.parse import parse_url\n\n\nclass Client:\n    """Talks to a server."""\n\n    def get(self, url):\n        return self.send(parse_url(url))\n\n    def send(self, parts):\n        return parts\n',
  'src/parse.py': 'def parse_url(url):\n    """Cuts an address into its parts."""\n    return url.split("/")\n',
  'docs/guide.md':
    '# Guide\n\n## Retries\n\nA request is tried three times, then given up.\n\n## Limits\n\nOne per second.\n',
  'README.md': '# Wood\n\nAbout trees.\n',
  'web/app.ts': "export function start(port: number): string {\n  return 'listening on ' + port;\n}\n",
};

export const project = (more: Readonly<Record<string, string | Uint8Array>> = {}): string =>
  folder({ ...files, ...more });

/** What the machine of whoever runs the tests has set must not matter. */
export const environment = (home = folder()): Record<string, string> => ({ ...getDefaultEnvironment(), HOME: home });

export interface Connected {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What the server wrote to stderr. */
  readonly talk: () => string;
}

export interface StdioOptions {
  readonly words?: readonly string[];
  readonly name?: string;
  readonly roots?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export async function connectOverStdio({
  words = [],
  name = 'test',
  roots,
  env,
  cwd,
}: StdioOptions): Promise<Connected> {
  const client = new Client({ name, version: '1' }, roots ? { capabilities: { roots: { listChanged: true } } } : {});
  if (roots)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((path) => ({ uri: `file://${path}` })),
    }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...words],
    env: { ...environment(), ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let stderr = '';
  transport.stderr?.on('data', (part) => {
    stderr += part;
  });
  await client.connect(transport);
  return { client, transport, talk: () => stderr };
}

/** The data of an answer; throws when it is none. The client has checked it against the schema that the server gave. */
export async function structuredAnswer(client: Client, name: string, args: object): Promise<Record<string, unknown>> {
  const answer = await call(client, name, args);
  if (answer.isError || !answer.structuredContent) throw new Error(textOf(answer));
  return answer.structuredContent;
}

/** The error message of a call. */
export async function refusal(client: Client, name: string, args: object): Promise<string> {
  const answer = await call(client, name, args);
  if (!answer.isError) throw new Error(`not refused: ${textOf(answer)}`);
  return textOf(answer);
}

export const call = async (client: Client, name: string, args: object): Promise<CallToolResult> =>
  CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...args } }));

export const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

export const indexOf = (root: string): string => join(root, '.froe', 'index.db');

/** Waits for what another process does. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
