import { visible } from '../text/visible.js';
import {
  type ContextParts,
  dependencyLine,
  type Formatter,
  labelOf,
  missingName,
  type Passage,
  passageLocation,
  relevanceOf,
  structureFirst,
} from './formatter.js';

/** Plain text with separators longer than any inside: for any model, and for unknown clients. */
export const generic: Formatter = {
  name: 'generic',
  format(context) {
    const { query, passages, dependencies } = context;
    const rule = ruleFor(context);
    const structure = context.structure === '' ? [] : [`${rule} STRUCTURE ${rule}\n${context.structure}`];
    const lines = dependencies.map((one) => visible(dependencyLine(one)));
    return `${[
      `=== CODEBASE CONTEXT ===\nQuery: ${visible(query.replace(/\s+/g, ' '))}`,
      ...(structureFirst(context) ? structure : []),
      ...passages.map((passage) => (context.compact ? small : unit)(passage, rule)),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`${rule} DEPENDENCIES ${rule}\n${lines.join('\n')}`]),
    ].join('\n\n')}\n`;
  },
};

const unit = (passage: Passage, rule: string): string =>
  `${rule} ${visible(labelOf(passage))} ${rule}\nFile: ${visible(passageLocation(passage))}\nRelevance: ${relevanceOf(passage)}\n\n${passage.text.trimEnd()}`;

/** `--- src/app.py:10-24 ---` */
const small = (passage: Passage, rule: string): string => {
  const heading = [passageLocation(passage), missingName(passage)].filter((word) => word !== '').join(' ');
  return `${rule} ${visible(heading)} ${rule}\n${passage.text.trimEnd()}`;
};

const END = '\\n\\v\\f\\r\\u0085\\u2028\\u2029';
/** A line between dashes, like our separators. A line of dashes only does not count. */
const LIKE_OURS = new RegExp(`(?:^|[${END}])[^\\S${END}]*(-{3,})[^\\S${END}][^${END}]*?[^\\S${END}]-{3,}`, 'g');

/** One dash more than any such line has. */
function ruleFor({ structure, passages, dependencies }: ContextParts): string {
  const texts = [structure, ...passages.map(({ text }) => text), ...dependencies.map(dependencyLine)];
  const runs = texts.flatMap((text) => Array.from(text.matchAll(LIKE_OURS), ([, dashes]) => dashes.length));
  return '-'.repeat(runs.reduce((longest, run) => Math.max(longest, run), 2) + 1);
}
