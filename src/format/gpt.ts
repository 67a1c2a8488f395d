import { visible } from '../text/visible.js';
import { dependencyLine, type Formatter, type Passage, relevanceOf, structureFirst } from './formatter.js';

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
      ...passages.map(unit),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`### Dependencies\n${lines.join('\n')}`]),
    ].join('\n\n')}\n`;
  },
};

function unit(passage: Passage): string {
  const { identifier, type, file, startLine, endLine, frequency, language, text } = passage;
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1));
  const facts = [
    `File: ${visible(file)}:${startLine}-${endLine}`,
    `Relevance: ${relevanceOf(passage)}`,
    ...(frequency ? [frequency] : []),
  ];
  const tag = language.replace(/[`\s]/g, ''); // neither may be in it
  return `### ${visible(`${identifier} (${type})`)}\n*${facts.join(' | ')}*\n\n${fence}${tag}\n${text.trimEnd()}\n${fence}`;
}

const longestFence = (text: string): number =>
  Array.from(text.matchAll(/`{3,}/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0);

/** Lines that are no heading and open no fence, whatever they begin with. */
const plain = (text: string): string => text.replace(/^(\s*)(?=[#`~])/gm, '$1\\');
