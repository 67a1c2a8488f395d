/**
 * A document as the sections its headings make. A section is a heading and all
 * that follows, up to the next heading of the same level or a higher one:
 *
 *     # Wood            ┐ section 'Wood'
 *     Grows.            │
 *     ## Oak            │ ┐ section 'Oak', inside it
 *     Hard.             │ ┘
 *                       ┘
 *     # Iron            ─ section 'Iron'
 */

import type { Headings, Language } from '../../languages/language.js';
import type { Offsets } from '../../text/offsets.js';
import type { Grain, Node } from '../../types.js';
import { findHeadings, type HeadingLine } from './headings.js';

interface OpenSection {
  readonly heading: HeadingLine;
  readonly children: Node[];
}

export function sections(text: string, offsets: Offsets, language: Language, headings: Headings): readonly Node[] {
  const top: Node[] = [];
  const open: OpenSection[] = [];
  const closeTo = (level: number, end: number): void => {
    for (let last = open.at(-1); last !== undefined && last.heading.level >= level; last = open.at(-1)) {
      open.pop();
      (open.at(-1)?.children ?? top).push(sectionNode(last, end, language.grain));
    }
  };
  for (const heading of findHeadings(text, offsets, language, headings)) {
    closeTo(heading.level, heading.start);
    open.push({ heading, children: [] });
  }
  closeTo(0, text.length);
  return top;
}

function sectionNode({ heading: { start, level, name }, children }: OpenSection, end: number, grain: Grain): Node {
  const meta = { level };
  if (name === '') return { kind: 'section', start, end, children, grain, meta };
  return { kind: 'section', name, start, end, children, grain, meta };
}
