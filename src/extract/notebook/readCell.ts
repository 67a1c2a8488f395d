/** One cell of either format: what kind it is, what it says, what it printed. */
import { arrayIn, type JsonObject, numberIn, objectIn, objectsIn, stringIn } from '../json.js';

export interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'raw';
  readonly source: string;
  /** Said by the cell itself, not by the kernel. */
  readonly language: string | undefined;
  /** How many characters of the source are a line such as `%%bash`. */
  readonly magic: number;
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

export function readCell(cell: JsonObject): NotebookCell {
  const type = cell.cell_type;
  const count = numberIn(cell.execution_count) ?? numberIn(cell.prompt_number);
  const meta = {
    cell_type: typeof type === 'string' ? type : 'raw',
    ...(count === undefined ? {} : { execution_count: count }),
    ...(stringIn(cell.id) === undefined ? {} : { cell_id: cell.id }),
  };
  if (type === 'code') return { ...codeCell(cell), meta };
  const source = joinLines(cell.source);
  // Only nbformat 3 has heading cells; as markdown they say the same.
  const heading = type === 'heading' ? `${'#'.repeat(depthOf(cell))} ` : '';
  const kind = type === 'markdown' || type === 'heading' ? 'markdown' : 'raw';
  const language = kind === 'markdown' ? 'markdown' : rawLanguage(cell);
  return { kind, source: heading + source, language, magic: 0, outputs: [], meta };
}

function codeCell(cell: JsonObject): Omit<NotebookCell, 'meta'> {
  const source = joinLines(cell.source ?? cell.input);
  const magic = /^%%(\w+)[^\n]*(?:\n|$)/.exec(source);
  const name = magic?.[1].toLowerCase() ?? '';
  const other = Object.hasOwn(magicLanguages, name) ? magicLanguages[name] : undefined;
  return {
    kind: 'code',
    source,
    language: other ?? stringIn(cell.language)?.toLowerCase(), // the latter only in nbformat 3
    magic: magic ? magic[0].length : 0,
    outputs: objectsIn(cell.outputs),
  };
}

const depthOf = ({ level }: JsonObject): number => Math.min(Math.max(Math.trunc(numberIn(level) ?? 1), 1), 6);

/** A raw cell may say what it is for: `text/latex`, `text/x-rst`. */
function rawLanguage({ metadata }: JsonObject): string | undefined {
  const type = stringIn(objectIn(metadata).raw_mimetype) ?? stringIn(objectIn(metadata).format);
  const word = type === undefined ? undefined : /^text\/(?:x-)?([a-z]+)/.exec(type)?.[1];
  return word === 'restructuredtext' || word === 'rst'
    ? 'rst'
    : word === 'latex' || word === 'html' || word === 'markdown'
      ? word
      : undefined;
}

/** nbformat writes a text as one string or as its lines, breaks included. CRLF would shift `magic`. */
export function joinLines(text: unknown): string {
  const whole =
    typeof text === 'string'
      ? text
      : arrayIn(text)
          .filter((line) => typeof line === 'string')
          .join('');
  return whole.replace(/\r\n?/g, '\n');
}
