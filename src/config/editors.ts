/**
 * Addresses that open a file in an editor: a name, or an address of one's own with {path} and {line}.
 *
 *     vscode                                   vscode://file/{path}:{line}
 *     subl://open?url=file://{path}&line={line}
 *
 * The page of froe view makes links of them, so an address that would run something in the page is none.
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
/** A browser would show or run what they hold. */
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

/** Somebody's own address: where it leads only its author knows. */
export const isOwnEditor = (editor: string): boolean => editorAddress(editor) === editor;
