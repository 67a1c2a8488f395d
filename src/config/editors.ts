/**
 * URLs that open a file in an editor: a name, or your own URL with {path} and {line}.
 *
 *     vscode                                   vscode://file/{path}:{line}
 *     subl://open?url=file://{path}&line={line}
 *
 * froe view makes links of them, so URLs that would run something in the page are refused.
 */
import type { ValueKind } from './kinds.js';

const editors = {
  vscode: 'vscode://file/{path}:{line}',
  cursor: 'cursor://file/{path}:{line}',
  zed: 'zed://file/{path}:{line}',
  idea: 'idea://open?file={path}&line={line}',
} as const;

const NONE = 'none';
const ADDRESS = /^([a-z][a-z\d+.-]*):\/\/\S+$/i;
/** A browser would show or run their contents. */
const refused: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'about',
  'view-source',
]);

const isName = (value: string): value is keyof typeof editors => Object.hasOwn(editors, value);

const isAddress = (value: string): boolean =>
  value.includes('{path}') && !refused.has((ADDRESS.exec(value)?.[1] ?? 'javascript').toLowerCase());

export const editorKind: ValueKind<string> = {
  takes: (value): value is string => typeof value === 'string' && (value === NONE || isName(value) || isAddress(value)),
  expected: `${Object.keys(editors).join(', ')}, ${NONE} or an address such as ${editors.vscode}`,
};

/** Undefined for none. */
export const editorAddress = (editor: string): string | undefined =>
  editor === NONE ? undefined : isName(editor) ? editors[editor] : editor;

/** A custom URL: only its author knows where it leads. */
export const isOwnEditor = (editor: string): boolean => editorAddress(editor) === editor;
