import { visible } from '../text/visible.js';
import {
  dependencyLine,
  type Formatter,
  labelOf,
  missingName,
  type Passage,
  passageLocation,
  relevanceOf,
  structureFirst,
} from './formatter.js';

/** Markdown, with fences longer than any inside, tagged with the language. */
export const gpt: Formatter = {
  name: 'gpt',
  format(context) {
    const { query, passages, dependencies } = context;
    const structure = context.structure === '' ? [] : [`### Structure\n${plain(context.structure)}`];
    const lines = dependencies.map((one) => plain(visible(dependencyLine(one))));
    return `${[
      '## Codebase Context',
      `**Query:** ${visible(query.replace(/\s+/g, ' '))}`,
      ...(structureFirst(context) ? structure : []),
      ...passages.map((passage) => unit(passage, context.compact)),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`### Dependencies\n${lines.join('\n')}`]),
    ].join('\n\n')}\n`;
  },
};

function unit(passage: Passage, compact = false): string {
  const { frequency, language, text } = passage;
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1));
  const facts = [
    `File: ${visible(passageLocation(passage))}`,
    `Relevance: ${relevanceOf(passage)}`,
    ...(frequency ? [frequency] : []),
  ];
  const tag = language.replace(/[`\s]/g, ''); // neither may be in it
  const inside = `${fence}${tag}\n${text.trimEnd()}\n${fence}`;
  if (compact) return `### ${visible([passageLocation(passage), missingName(passage)].join(' ').trim())}\n${inside}`;
  return `### ${visible(labelOf(passage))}\n*${facts.join(' | ')}*\n\n${inside}`;
}

const longestFence = (text: string): number =>
  Array.from(text.matchAll(/`{3,}/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0);

/** Escapes lines that would be a heading or open a fence. */
const plain = (text: string): string => text.replace(/^(\s*)(?=[#`~])/gm, '$1\\');
