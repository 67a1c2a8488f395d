/** A unit of a pack with defaults for most fields. */
import type { SyntaxNode } from '../../languages/syntax.js';
import type { PackUnit } from '../pack.js';

type UnitFields = Pick<PackUnit, 'start' | 'end' | 'kind' | 'name'> & Partial<PackUnit>;

export const MAX_TOKENS = 800;

export const packUnit = (fields: UnitFields): PackUnit => ({
  form: 'single',
  maxTokens: MAX_TOKENS,
  notes: [],
  digest: [],
  sections: [],
  members: [],
  dependencies: () => [],
  ...fields,
});

/** The text of a literal string, whatever quotes it has; undefined for anything else. */
export function stringLiteral(node: SyntaxNode | null | undefined): string | undefined {
  if (node?.type !== 'string') return undefined;
  const content = node.namedChildren.filter((child) => child?.type !== 'string_start' && child?.type !== 'string_end');
  return content.every((child) => child?.type === 'string_content' || child?.type === 'string_fragment')
    ? content.map((child) => child?.text ?? '').join('')
    : undefined;
}

export const firstLine = (text: string): string =>
  text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));

/** Parts of a URL, joined by single slashes. */
export const joinUrl = (...parts: readonly string[]): string =>
  `/${parts
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;
