import { dependencyLine, type Formatter, type Passage, relevanceOf, structureFirst } from './formatter.js';

/** Plain text with separators: for any model, and for clients that say nothing of theirs. */
export const generic: Formatter = {
  name: 'generic',
  format(context) {
    const { query, passages, dependencies } = context;
    const structure = context.structure === '' ? [] : [`--- STRUCTURE ---\n${context.structure}`];
    return `${[
      `=== CODEBASE CONTEXT ===\nQuery: ${query.replace(/\s+/g, ' ')}`,
      ...(structureFirst(context) ? structure : []),
      ...passages.map(unit),
      ...(structureFirst(context) ? [] : structure),
      ...(dependencies.length === 0 ? [] : [`--- DEPENDENCIES ---\n${dependencies.map(dependencyLine).join('\n')}`]),
    ].join('\n\n')}\n`;
  },
};

const unit = (passage: Passage): string => {
  const { identifier, type, file, startLine, endLine, text } = passage;
  return `--- ${identifier} (${type}) ---\nFile: ${file}:${startLine}-${endLine}\nRelevance: ${relevanceOf(passage)}\n\n${text.trimEnd()}`;
};
