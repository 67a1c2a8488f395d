import { z } from 'zod';
import { ARTIFACTS } from '../../engine/indexes.js';
import {
  andFilters,
  artifactOf,
  breadcrumbOf,
  modes,
  type Result,
  type SearchOptions,
  shownPath,
  workspaceRootOf,
} from '../../engine/results.js';
import { FroeError } from '../../errors.js';
import type { Chunk } from '../../schema.js';
import { visible } from '../../text/visible.js';
import { type AnswerStatus, answerCaveats, nothingIn, whenReady, withCaveats } from '../caveats.js';
import { cursorAt, placeAt } from '../cursor.js';
import { mergeInput, mergeOf } from '../merging.js';
import { type Call, roomiest, type ToolOutput, tool } from '../tool.js';

const hit = z.object({
  path: z.string(),
  root: z.string().optional(),
  title: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  symbol: z.string().optional(),
  score: z.number().optional(),
  why: z.string().optional(),
  id: z.string().optional(),
  breadcrumb: z.string().optional(),
  same_text: z.array(z.string()).optional(),
  text: z.string(),
});
type Hit = z.infer<typeof hit>;

const input = z.object({
  query: z.string().min(1).describe('words, "phrases", symbol:Name, path:src, lang:python; -lang:rst leaves out'),
  mode: z.enum(modes).optional(),
  limit: z.int().min(1).optional().describe('default 10'),
  paths: z.array(z.string()).optional().describe('folders, files, globs'),
  exclude: z.array(z.string()).optional(),
  languages: z.array(z.string()).optional(),
  type: z.string().optional().describe('code, docs, test, class, commit …'),
  since: z.string().optional().describe('commits: 2026-03-01, 2w'),
  author: z.string().optional().describe('commits'),
  tree: z.enum(['main', ARTIFACTS]).optional(),
  per_source: z.int().min(1).optional(),
  merge: mergeInput,
  rerank: z.boolean().optional(),
  cursor: z.string().optional().describe('next_cursor'),
});

const output = z.object({ hits: z.array(hit), ...answerCaveats, next_cursor: z.string().optional() });
type Data = z.input<typeof output>;

export const searchTool = tool({
  name: 'search',
  description: 'Search code and documents by meaning and keywords. Returns path:lines with the first lines.',
  input,
  unlisted: ['languages', 'tree', 'per_source', 'merge', 'rerank'],
  output,
  async run({ cursor, ...request }, call) {
    const from = placeAt(cursor, request);
    await whenReady(call);
    const { query, mode, paths, exclude, languages, type, since, author, tree, per_source, merge, rerank } = request;
    const limit = Math.min(request.limit ?? (mode === 'regex' ? DEFAULT_LINES : DEFAULT_HITS), MAX_PAGE_HITS);
    if (mode === 'regex' && per_source !== undefined)
      throw new FroeError(
        'bad-option',
        'per_source cannot be used with mode regex',
        'A regular expression returns lines, not chunks.',
      );
    const options: SearchOptions = {
      signal: call.signal,
      ...(mode ? { mode } : {}),
      ...(per_source === undefined ? {} : { perSource: per_source }),
      ...mergeOf(merge),
      ...(rerank === undefined ? {} : { rerank }),
      filter: andFilters(call.fence.filter({ paths, exclude, type }), {
        ...(languages ? { languages } : {}),
        ...(tree ? { tree } : {}),
        ...(since ? { since } : {}),
        ...(author ? { authors: [author] } : {}),
      }),
    };
    const { shown, total, answer } = await (mode === 'regex' ? lines : results)(query, from, limit, options, call);
    return roomiest(
      shown.map((hits) => {
        const next = from + hits.length;
        const more = next < total ? { next_cursor: cursorAt(next, request) } : {};
        return withCaveats(call, render({ hits, ...more }, from, answer), answer);
      }),
      call,
    );
  },
});

const DEFAULT_HITS = 10;
const DEFAULT_LINES = 50;
/** Whoever asks for more gets a cursor: a refusal would cost a call. */
const MAX_PAGE_HITS = 50;

/** Maximum number of hits, over all pages. */
const MAX_HITS = 100;

/** A page of hits in several forms, the longest first, and the number of hits found so far. */
interface Page {
  readonly shown: readonly Hit[][];
  readonly total: number;
  readonly answer: AnswerStatus;
}

async function results(query: string, from: number, limit: number, options: SearchOptions, call: Call): Promise<Page> {
  // One more than is shown tells whether there is another page. The order does not depend on the depth.
  const wanted = Math.min(MAX_HITS, from + limit + 1);
  const answer = await call.workspace.engine.search(query, { ...options, limit: wanted });
  return { shown: forms(answer.results.slice(from, from + limit)), total: answer.results.length, answer };
}

/** Timeout of an expression in milliseconds: clients give up after a minute, and a server has others to answer. */
const GREP_TIMEOUT_MS = 20_000;

/** A hit for every line that an expression matches. */
async function lines(query: string, from: number, limit: number, options: SearchOptions, call: Call): Promise<Page> {
  const { signal, filter = {} } = options;
  const request = { signal, filter, limit: from + limit + 1, deadline: GREP_TIMEOUT_MS };
  const answer = await call.workspace.engine.grep(query, request);
  const hits = answer.files.flatMap(({ path, docId, kind, lines }) =>
    lines.map(({ line, text }): Hit => {
      const place = kind === 'artifact' ? docId : path; // the address for read
      return { path: place, start_line: line, end_line: line, text: short(text.trimEnd()) };
    }),
  );
  const all = hits.slice(from, from + limit);
  return {
    shown: all.length === 0 ? [[]] : all.map((_, i) => all.slice(0, all.length - i)),
    total: answer.count,
    answer,
  };
}

const short = (line: string): string => (line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line);

/** With several lines each; with fewer; then fewer hits, but always the first. */
function forms(results: readonly Result[]): Hit[][] {
  const withLines = [6, 3, 1].map((lines) => results.map((result) => hitOf(result, lines)));
  const bare = results.map((result) => hitOf(result, 0));
  const fewer = results.slice(1).map((_, i) => bare.slice(0, results.length - 1 - i));
  return [...withLines, bare, ...fewer];
}

/** The path is an address for read: for an artifact its id, since titles are not unique. */
const placed = (chunk: Chunk): Pick<Hit, 'path' | 'root' | 'title'> => {
  const artifact = artifactOf(chunk);
  const root = workspaceRootOf(chunk);
  return {
    ...(artifact === null ? { path: chunk.filePath } : { path: artifact, title: shownPath(chunk) }),
    ...(root === undefined ? {} : { root }),
  };
};

/** Maximum number of other files with the same text. */
const MAX_COPIES = 3;

const MAX_LINE_CHARS = 160;

function hitOf({ id, chunks, score, explanation, copies = [] }: Result, lines: number): Hit {
  const [best] = chunks;
  const text = best.content.trim().split('\n', lines);
  const above = lines > 0 ? breadcrumbOf(chunks) : '';
  return {
    ...placed(best),
    start_line: Math.min(...chunks.map(({ startLine }) => startLine)),
    end_line: Math.max(...chunks.map(({ endLine }) => endLine)),
    symbol: best.fullName,
    score: Number(score.toFixed(3)),
    why: because(explanation),
    id,
    ...(above === '' ? {} : { breadcrumb: short(above) }),
    ...(copies.length === 0 ? {} : { same_text: copies.slice(0, MAX_COPIES).map((copy) => placed(copy).path) }),
    text: text.map(short).join('\n'),
  };
}

/**
 * `keywords #1, vectors #3`; the rank by a reranker, if there is one; without any rank the strongest reason. At most
 * ten tokens: an agent pays for every word, and `froe search --explain` has everything.
 */
function because(steps: Result['explanation']): string {
  const places = steps.flatMap(({ reason, ranked }) => (ranked ? [{ reason, rank: ranked.rank }] : []));
  const byReranker = places.find(({ reason }) => !retrievers.has(reason));
  if (byReranker) return `reranker #${byReranker.rank}`;
  if (places.length > 0) return places.map(({ reason, rank }) => `${reason} #${rank}`).join(', ');
  return steps.find(({ value }) => value > 1)?.reason ?? steps[0]?.reason ?? '';
}

const retrievers: ReadonlySet<string> = new Set(['keywords', 'vectors']);

function render(data: Data, from: number, answer: AnswerStatus): ToolOutput<Data> {
  const { hits, next_cursor } = data;
  const listed = hits.map((hit, i) => (hit.score === undefined ? lineOf(hit) : passageOf(hit, from + i + 1)));
  const found = listed.length === 0 ? nothingIn(answer) : listed.join('');
  const more = next_cursor === undefined ? '' : `More: cursor ${next_cursor}\n`;
  return { text: found + more, data };
}

/** `src/app.py:12: text`, as in grep; one line, whatever the file name contains. */
const lineOf = ({ path, start_line, text }: Hit): string => `${visible(path)}:${start_line}: ${text}\n`;

/** A breadcrumb follows in place of the symbol. */
function passageOf(hit: Hit, number: number): string {
  const { path, title, start_line, end_line, symbol = '', score, why, breadcrumb, same_text, text } = hit;
  const head = [
    `${number}. ${title === undefined ? '' : `${title}  `}${path}:${start_line}-${end_line}`,
    ...(breadcrumb === undefined && symbol !== '' ? [symbol] : []),
    `${score} (${why})`,
  ].join('  ');
  const above = breadcrumb === undefined ? [] : [visible(breadcrumb)];
  const same = same_text === undefined ? [] : [visible(`same text: ${same_text.join(', ')}`)];
  const lines = [...above, ...same, ...(text === '' ? [] : text.split('\n'))];
  return `${visible(head)}\n${lines.map((line) => `   ${line}\n`).join('')}`;
}
