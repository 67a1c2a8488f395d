/**
 * The tree as resources: every file by its path, and an outline of the whole.
 *
 *     froe://main/src/app.py     its text
 *     froe://main/map            what the files define
 *     froe://artifacts/art_…     an ingested mail, document, chat or note
 */
import {
  ErrorCode,
  type ListResourcesResult,
  McpError,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { ARTIFACTS, inMapOrder, type SourceRow } from '../engine/indexes.js';
import { FroeError, messageWithHint } from '../errors.js';
import { whenReady } from './caveats.js';
import { cursorAt, placeAt } from './cursor.js';
import type { Call } from './tool.js';

const TREE = 'main';
const MAP = `froe://${TREE}/map`;
const MAP_BUDGET = 4000;
const PER_PAGE = 100;
/** From the specification. */
const NOT_FOUND = -32002;

export const templates: ResourceTemplate[] = [
  { name: 'file', uriTemplate: 'froe://{tree}/{+path}', description: 'The text of a file' },
  {
    name: 'map',
    uriTemplate: 'froe://{tree}/map',
    description: 'An outline of the files of a tree',
    mimeType: 'text/plain',
  },
];

export async function listResources(call: Call, cursor: string | undefined): Promise<ListResourcesResult> {
  const { workspace, fence } = call;
  const from = withMcpErrors(() => placeAt(cursor, 'resources'));
  const { store } = workspace.engine;
  const all = [...(await store.sources(TREE)).values(), ...(await store.sources(ARTIFACTS)).values()];
  const rows = all.filter(({ path }) => fence.allows(path)).sort(inOrder);
  const next = from + PER_PAGE;
  return {
    resources: [
      ...(from === 0
        ? [{ name: 'map', uri: MAP, description: 'An outline of the files', mimeType: 'text/plain' }]
        : []),
      ...rows
        .slice(from, next)
        .map((row) => ({ name: nameOf(row), uri: uriOf(row.path, row.tree), mimeType: mimeOf(row), size: row.size })),
    ],
    ...(next < rows.length ? { nextCursor: cursorAt(next, 'resources') } : {}),
  };
}

export async function readResource(uri: string, call: Call): Promise<ReadResourceResult> {
  await whenReady(call);
  const { workspace, fence } = call;
  if (uri === MAP) {
    const budget = Math.min(MAP_BUDGET, workspace.limit);
    const wants = (path: string): boolean => fence.allows(path);
    const { text } = await workspace.engine.outline('.', { budget, wants, tokenizer: workspace.tokenizer });
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
  const artifact = ARTIFACT.exec(uri)?.[1];
  if (artifact !== undefined && !fence.allows(artifact))
    throw new McpError(NOT_FOUND, `Not in the index: ${uri}`, { uri });
  const address = artifact ?? `${TREE}:${withMcpErrors(() => fence.path(pathIn(uri)))}`;
  const { source, text } = await rejectingWithMcpErrors(workspace.engine.get(address, { offers: fence.offers }), uri);
  return { contents: [{ uri, mimeType: mimeOf(source), text: cutTo(call, text) }] };
}

/** As many whole lines as fit, and a note on how many are missing. */
function cutTo({ count, workspace: { limit } }: Call, text: string): string {
  if (count(text) <= limit) return text;
  const lines = text.split(/(?<=\n)/);
  const shown = (n: number): string =>
    `${lines.slice(0, n).join('')}… (${lines.length - n} more lines: use the tool read)\n`;
  let [low, high] = [0, Math.min(lines.length, limit)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (count(shown(middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return shown(low);
}

const uriOf = (path: string, tree = TREE): string =>
  `froe://${tree}/${path.split('/').map(encodeURIComponent).join('/')}`;

const ARTIFACT = new RegExp(`^froe://${ARTIFACTS}/(art_[0-9a-f]+)$`);

const nameOf = ({ kind, path, title }: SourceRow): string => (kind === 'artifact' ? title : path);

/** Files in the order of the outline, then artifacts by title. */
function inOrder(a: SourceRow, b: SourceRow): number {
  if (a.tree !== b.tree) return a.tree === TREE ? -1 : 1;
  return a.tree === TREE ? inMapOrder(a, b) : a.title < b.title ? -1 : 1;
}

function pathIn(uri: string): string {
  const path = /^froe:\/\/main\/(.+)$/s.exec(uri)?.[1];
  try {
    if (path !== undefined) return decodeURIComponent(path);
  } catch {
    // not a path
  }
  throw new FroeError('not-found', `Unknown resource ${uri}`, `Example: ${uriOf('src/app.py')}`);
}

const mimeOf = ({ language }: SourceRow): string => (language === 'markdown' ? 'text/markdown' : 'text/plain');

/** Converts our errors to errors of the protocol. */
function withMcpErrors<T>(what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw toMcpError(error);
  }
}

const rejectingWithMcpErrors = <T>(what: Promise<T>, uri: string): Promise<T> =>
  what.catch((error: unknown) => {
    throw toMcpError(error, { uri });
  });

const toMcpError = (error: unknown, data?: object): unknown =>
  error instanceof FroeError
    ? new McpError(error.code === 'not-found' ? NOT_FOUND : ErrorCode.InvalidParams, messageWithHint(error), data)
    : error;
