/** What every tree promises, on random mixtures of each language's words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeLanguage } from '../../../src/languages/index.js';
import { languages } from '../../../src/languages/languages.js';
import { code } from '../../../src/parse/code.js';
import { LanguageIndex } from '../../../src/parse/detect.js';
import { sourceFromText } from '../../../src/sources/read.js';
import type { Node, Span } from '../../../src/types.js';
import { subjects } from '../../contract/subjects.js';

const index = new LanguageIndex(languages, {});
const read = subjects
  .map(({ path, words }) => ({ path, words, language: index.detect(path, '') }))
  .filter(({ language }) => codeLanguage(language));

/** The first thing that is wrong with a tree, in words. */
function fault({ start, end, children, head, doc, inner, kind }: Node, text: string, depth = 0): string | undefined {
  const holds = (span: Span): boolean => span.start >= start && span.end <= end && span.start < span.end;
  const where = `${kind} [${start}, ${end})`;
  if (depth > 0 && start > 0 && !'\n\r'.includes(text[start - 1])) return `${where} begins inside a line`;
  let at = start;
  for (const child of children) {
    if (child.start < at || child.start >= child.end || child.end > end) return `${child.kind} in ${where}`;
    at = child.end;
  }
  for (const span of [head, doc, inner]) if (span && !holds(span)) return `a part of ${where}`;
  if (inner && children.length > 0) return `${where} has children, and is in another language`;
  return children.map((child) => fault(child, text, depth + 1)).find(Boolean);
}

describe.each(read)('$path', ({ path, words, language }) => {
  it('has nodes that are whole lines, in order, inside their parents', async () => {
    await code.load?.(language);
    const texts = fc.array(fc.constantFrom(...words, '\r\n', '\ufeff', '😀', ' '), { maxLength: 60 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        const root = code.parse(sourceFromText(text, { tree: 'test', path, language }));
        if (!root) return;
        expect([root.start, root.end]).toEqual([0, text.length]);
        expect(fault(root, text)).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
});
