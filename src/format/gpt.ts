import { dependencyLine, type Formatter, type Passage, relevanceOf, structureFirst } from './formatter.js';

/** Markdown, with fences longer than any inside, tagged with the language. */
export const gpt: Formatter = {
  name: 'gpt',
  format(context) {
    const { query, passages, dependencies } = context;
    const structure = context.structure === '' ? [] : [`### Structure\n${context.structure}`];
    return `${[
      '## Codebase Context',
      `**Query:** ${query.replace(/\s+/g, ' ')}`,
      ...(structureFirst(context) ? structure : []),
      ...passages.map(unit),
      ...(structureFirst(context) ? [] : structure),
      ...(dependencies.length === 0 ? [] : [`### Dependencies\n${dependencies.map(dependencyLine).join('\n')}`]),
    ].join('\n\n')}\n`;
  },
};

function unit(passage: Passage): string {
  const { identifier, type, file, startLine, endLine, frequency, language, text } = passage;
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1));
  const facts = [
    `File: ${file}:${startLine}-${endLine}`,
    `Relevance: ${relevanceOf(passage)}`,
    ...(frequency ? [frequency] : []),
  ];
  return `### ${identifier} (${type})\n*${facts.join(' | ')}*\n\n${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

const longestFence = (text: string): number => Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
