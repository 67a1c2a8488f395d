/**
 * Jupyter notebooks, nbformat 3 and 4. The text is what a reader sees: the
 * sources of the cells in order, each followed by a summary of its output,
 * with blank lines between.
 *
 *     # Prices                  cell 1, inner language markdown
 *
 *     x = load()                cell 2, inner language python
 *
 *     <Frame 3 x 2>             its output, weight 0.3
 *
 * A notebook that is not valid JSON is read as plain text.
 */
import type { Node } from '../types.js';
import { type Extraction, type Extractor, extensionOf } from './extractor.js';
import { arrayIn, isObject, type JsonObject, numberIn, objectIn, objectsIn, readJson, stringIn } from './json.js';
import { Layout, present } from './layout.js';

/** Output is less informative than source and prose. */
const OUTPUT_WEIGHT = 0.3;

export const notebook: Extractor = {
  id: 'notebook',
  claims: (filename) => extensionOf(filename) === '.ipynb',
  async extract(bytes) {
    const file = readJson(bytes);
    if (!isObject(file)) return undefined;
    const cells = cellsOf(file);
    return cells && layOutNotebook(cells.map(readCell), file);
  },
};

/** nbformat 4 has a list of cells; 3 has worksheets that have one each. */
function cellsOf(file: JsonObject): readonly JsonObject[] | undefined {
  if (Array.isArray(file.cells)) return objectsIn(file.cells);
  if (Array.isArray(file.worksheets)) return objectsIn(file.worksheets).flatMap(({ cells }) => objectsIn(cells));
  return undefined;
}

function layOutNotebook(cells: readonly NotebookCell[], file: JsonObject): Extraction {
  const layout = new Layout();
  const metadata = objectIn(file.metadata);
  const kernel = kernelLanguage(metadata);
  const parts: (Node | undefined)[] = [];
  for (const [index, cell] of cells.entries()) {
    const meta = { cell: index + 1, ...cell.meta };
    if (cell.source.trim() !== '') {
      layout.gap();
      parts.push(writeCell(layout, cell, kernel, meta));
    }
    for (const output of cell.outputs) {
      const summary = summarise(output);
      if (summary.trim() === '') continue;
      layout.gap();
      const start = layout.at;
      layout.line(summary);
      parts.push(layout.part('output', start, { grain: 'lines', weight: OUTPUT_WEIGHT, meta }));
    }
  }
  const title = stringIn(metadata.title) ?? firstHeading(cells);
  return {
    by: 'notebook',
    text: layout.text(),
    parts: present(parts),
    metadata: {
      ...(title === undefined ? {} : { title }),
      ...(kernel === undefined ? {} : { kernel_language: kernel }),
      cell_count: cells.length,
    },
    diagnostics: [],
  };
}

function writeCell(
  layout: Layout,
  cell: NotebookCell,
  kernel: string | undefined,
  meta: Node['meta'] & {},
): Node | undefined {
  const start = layout.at;
  layout.line(cell.source);
  const language = cell.language ?? (cell.kind === 'code' ? kernel : undefined);
  // A first line such as `%%bash` belongs to the notebook, not to the script.
  const codeStart = start + cell.magicLength;
  const hasNoInner = language === undefined || cell.source.slice(cell.magicLength).trim() === '';
  const inner = hasNoInner ? {} : { inner: { language, start: codeStart, end: layout.at } };
  return layout.part(cell.kind, start, { grain: cell.kind === 'code' ? 'lines' : 'prose', ...inner, meta });
}

/** nbformat has it in one of three places; the most exact is read first. */
function kernelLanguage(metadata: JsonObject): string | undefined {
  const language =
    stringIn(objectIn(metadata.language_info).name) ??
    stringIn(objectIn(metadata.kernelspec).language) ??
    stringIn(metadata.language);
  return language?.toLowerCase();
}

/** `# Prices`, or `Prices` above a line of `=`, of the first cell that has one before any code. */
function firstHeading(cells: readonly NotebookCell[]): string | undefined {
  for (const { kind, source } of cells) {
    if (kind !== 'markdown') continue;
    const heading = /^# +(\S[^\n]*)|^(\S[^\n]*)\n=+[ \t]*$/m.exec(source.split('```', 1)[0]);
    if (heading) return (heading[1] ?? heading[2]).trim();
  }
  return undefined;
}

/** One cell of either format: its kind, its source, its output. */
interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'raw';
  readonly source: string;
  /** Named by the cell itself, not by the kernel. */
  readonly language: string | undefined;
  /** Length of a first line such as `%%bash`. */
  readonly magicLength: number;
  readonly outputs: readonly JsonObject[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Cell magics that run another language. */
const magicLanguages: Readonly<Record<string, string>> = {
  bash: 'bash',
  sh: 'bash',
  html: 'html',
  javascript: 'javascript',
  js: 'javascript',
  latex: 'latex',
  markdown: 'markdown',
  perl: 'perl',
  python: 'python',
  python3: 'python',
  r: 'r',
  ruby: 'ruby',
  sql: 'sql',
  svg: 'xml',
};

function readCell(cell: JsonObject): NotebookCell {
  const type = cell.cell_type;
  const count = numberIn(cell.execution_count) ?? numberIn(cell.prompt_number);
  const meta = {
    cell_type: typeof type === 'string' ? type : 'raw',
    ...(count === undefined ? {} : { execution_count: count }),
    ...(stringIn(cell.id) === undefined ? {} : { cell_id: cell.id }),
  };
  if (type === 'code') return { ...codeCell(cell), meta };
  const source = joinLines(cell.source);
  // Only nbformat 3 has heading cells; they become markdown.
  const heading = type === 'heading' ? `${'#'.repeat(depthOf(cell))} ` : '';
  const kind = type === 'markdown' || type === 'heading' ? 'markdown' : 'raw';
  const language = kind === 'markdown' ? 'markdown' : rawLanguage(cell);
  return { kind, source: heading + source, language, magicLength: 0, outputs: [], meta };
}

function codeCell(cell: JsonObject): Omit<NotebookCell, 'meta'> {
  const source = joinLines(cell.source ?? cell.input);
  const magic = /^%%(\w+)[^\n]*(?:\n|$)/.exec(source);
  const name = magic?.[1].toLowerCase() ?? '';
  const magicLanguage = Object.hasOwn(magicLanguages, name) ? magicLanguages[name] : undefined;
  return {
    kind: 'code',
    source,
    language: magicLanguage ?? stringIn(cell.language)?.toLowerCase(), // the latter only in nbformat 3
    magicLength: magic ? magic[0].length : 0,
    outputs: objectsIn(cell.outputs),
  };
}

const depthOf = ({ level }: JsonObject): number => Math.min(Math.max(Math.trunc(numberIn(level) ?? 1), 1), 6);

/** A raw cell may name its format: `text/latex`, `text/x-rst`. */
function rawLanguage({ metadata }: JsonObject): string | undefined {
  const type = stringIn(objectIn(metadata).raw_mimetype) ?? stringIn(objectIn(metadata).format);
  const word = type === undefined ? undefined : /^text\/(?:x-)?([a-z]+)/.exec(type)?.[1];
  return word === 'restructuredtext' || word === 'rst'
    ? 'rst'
    : word === 'latex' || word === 'html' || word === 'markdown'
      ? word
      : undefined;
}

/** nbformat writes a text as a string or as a list of lines with their breaks. CRLF would change `magicLength`. */
function joinLines(text: unknown): string {
  const joined =
    typeof text === 'string'
      ? text
      : arrayIn(text)
          .filter((line) => typeof line === 'string')
          .join('');
  return joined.replace(/\r\n?/g, '\n');
}

/**
 * A summary of a cell's output: text up to a limit, an error as its name and
 * message, anything else as its type.
 *
 *     [image/png]        ValueError: no such column        0  1  2 …
 */
/** Enough to recognise the output; the rest is seldom searched for. */
const MAX_OUTPUT_CHARS = 2000;

/** Colours and cursor movements of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ansi = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** nbformat 3 has a key per type instead of `data`. */
const format3Types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  html: 'text/html',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
  pdf: 'application/pdf',
};

function summarise(output: JsonObject): string {
  switch (output.output_type) {
    case 'stream':
      return truncate(joinLines(output.text));
    case 'error':
    case 'pyerr':
      return truncate(
        [stringIn(output.ename), stringIn(output.evalue)].filter((word) => word !== undefined).join(': '),
      );
    default:
      return displayData(output);
  }
}

/** Text if there is any; an image next to it is named as well. */
function displayData(output: JsonObject): string {
  const data = objectIn(output.data);
  const types = [
    ...Object.keys(data),
    ...Object.keys(format3Types).flatMap((key) => (output[key] === undefined ? [] : [format3Types[key]])),
  ].filter((type) => type !== 'text/plain');
  const image = types.filter((type) => type.startsWith('image/')).sort()[0];
  const text = truncate(joinLines(data['text/plain'] ?? output.text)).trimEnd();
  const typeName = image ?? (text === '' ? types.sort()[0] : undefined);
  return [text, typeName === undefined ? '' : `[${typeName}]`].filter((line) => line !== '').join('\n');
}

function truncate(text: string): string {
  const withoutAnsi = text.slice(0, 4 * MAX_OUTPUT_CHARS).replace(ansi, '');
  return withoutAnsi.length <= MAX_OUTPUT_CHARS
    ? withoutAnsi
    : `${withoutAnsi.slice(0, MAX_OUTPUT_CHARS).toWellFormed().trimEnd()} …`;
}
