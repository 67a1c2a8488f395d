/**
 * An outline of many files within a token budget. Each file can be shown at several
 * levels of detail; the outline starts with the least and spends what is left on
 * more, one level at a time over all files, so that no file is shown in full
 * while another is not shown at all.
 *
 *     0  src/client.py
 *     1  src/client.py: Client, parse_url
 *     2  src/client.py
 *          class Client:
 *          def parse_url(url):
 *     3  … and the signatures of Client's members
 */
import type { Parser } from '../parse/parser.js';
import { fileKindOf } from '../text/fileKinds.js';
import { visible } from '../text/visible.js';
import type { Diagnostic, Node, Source } from '../types.js';

export interface MappedFile {
  readonly path: string;
  /** The file at each level of detail, every one ending with a line break. */
  readonly levels: readonly string[];
}

/** A file as it was parsed. */
interface MappedSource {
  readonly source: Pick<Source, 'text'>;
  readonly root: Node;
  readonly parser: Parser;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The rank of a file in an outline, whose beginning is read first and has the most detail: sources and documents (0),
 * then tests, fixtures and other such kinds (1), then folders and files whose name begins with a dot (2).
 */
export const mapPlace = (path: string): number =>
  /(^|\/)\.(?!\.?(\/|$))/.test(path) ? 2 : fileKindOf(path) === undefined ? 0 : 1;

/** By rank, then by path. */
export const inMapOrder = (a: { readonly path: string }, b: { readonly path: string }): number =>
  mapPlace(a.path) - mapPlace(b.path) || (a.path < b.path ? -1 : 1);

/**
 * The levels of one file. Without definitions there is only its name. Where its language could not be read, that is said,
 * since some definitions may be missing.
 */
export function mapFile(path: string, file: MappedSource): MappedFile {
  const top = definitions(file.root, file.parser);
  const shown = visible(path); // a line break in a name must not look like another file
  const note = file.diagnostics
    .map(({ code, message }) => (code === 'degraded' ? `  (${visible(message)}; definitions may be missing)\n` : ''))
    .join('');
  if (top.length === 0) return { path, levels: [`${shown}\n`, ...(note === '' ? [] : [`${shown}\n${note}`])] };
  const names = top.map(({ name }) => name).join(', ');
  return {
    path,
    levels: [
      `${shown}\n`,
      `${shown}: ${names}\n`,
      `${shown}\n${note}${draw(file, top, 1, 1)}`,
      `${shown}\n${note}${draw(file, top, 1, 3)}`,
    ],
  };
}

/** The most detailed outline within the budget; undefined if not even the file names fit. */
export function drawMap(
  files: readonly MappedFile[],
  budget: number,
  count: (text: string) => number,
): string | undefined {
  const chosen = files.map(({ levels }) => levels[0]);
  // Lines do not share tokens, so the costs of files add up; the whole is counted again below.
  const costs = chosen.map(count);
  let spent = costs.reduce((sum, cost) => sum + cost, 0);
  if (spent > budget) return undefined;
  const deepest = Math.max(0, ...files.map(({ levels }) => levels.length));
  for (let level = 1; level < deepest; level++) {
    for (let i = 0; i < files.length; i++) {
      const richer = files[i].levels[level];
      if (richer === undefined) continue;
      const cost = count(richer);
      if (spent - costs[i] + cost > budget) continue;
      spent += cost - costs[i];
      costs[i] = cost;
      chosen[i] = richer;
    }
  }
  while (count(chosen.join('')) > budget) chosen.pop();
  return chosen.join('');
}

/** Folders with the number of files in each: what is left when names do not fit. */
export function drawFolders(files: readonly MappedFile[], budget: number, count: (text: string) => number): string {
  for (let depth = 6; depth > 0; depth--) {
    const counts = new Map<string, number>();
    for (const { path } of files) {
      const folder = path.split('/').slice(0, -1).slice(0, depth).join('/') || '.';
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const drawn = [...counts].map(([folder, n]) => `${visible(folder)}/ (${n})\n`).join('');
    if (count(drawn) <= budget) return drawn;
  }
  return '';
}

/** What a node defines directly; what has neither a signature nor a name is looked into. */
const definitions = ({ children, withinLines = [] }: Node, parser: Parser): Node[] => [
  ...withinLines,
  ...children.flatMap((child) => (child.head || isNamedCode(child, parser) ? [child] : definitions(child, parser))),
];

/** Without a syntax tree, definitions have names, but no signatures. */
const isNamedCode = (node: Node, parser: Parser): boolean =>
  parser.sourceType === 'code' && node.name !== undefined && parser.isUnit(node, 1);

/** Its signature; if that is unknown, its first line below comments and attributes. */
function signatureOf(text: string, { head, own = [], start, end }: Node): string {
  if (head) return text.slice(head.start, head.end).trim();
  const line = text.slice(own.at(-1) ?? start, end).trimStart();
  return (/^.*/.exec(line)?.[0] ?? '').replace(/\s*\{?\s*$/, '');
}

function draw(file: MappedSource, nodes: readonly Node[], indent: number, deepest: number): string {
  return nodes
    .map((node) => {
      const line = `${'  '.repeat(indent)}${signatureOf(file.source.text, node).replace(/\s*\n\s*/g, ' ')}\n`;
      return indent < deepest ? line + draw(file, definitions(node, file.parser), indent + 1, deepest) : line;
    })
    .join('');
}
