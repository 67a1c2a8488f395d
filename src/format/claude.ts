import { dependencyLine, type Formatter, type Passage, relevanceOf, structureFirst } from './formatter.js';

/** Tags. Bodies are verbatim; only one that holds the closing tag itself is escaped, and says so. */
export const claude: Formatter = {
  name: 'claude',
  format(context, tokens) {
    const { query, passages, dependencies } = context;
    const structure = context.structure === '' ? [] : [`<structure>\n${context.structure}\n</structure>`];
    const sections = [
      ...(structureFirst(context) ? structure : []),
      ...passages.map(unit),
      ...(structureFirst(context) ? [] : structure),
      ...(dependencies.length === 0
        ? []
        : [`<dependencies>\n${dependencies.map(dependencyLine).join('\n')}\n</dependencies>`]),
    ];
    const head = `<codebase_context query="${attribute(query)}" tokens="${tokens}" sources="${passages.length}">`;
    return [head, ...sections, '</codebase_context>'].join('\n\n');
  },
};

function unit(passage: Passage): string {
  const { identifier, type, file, startLine, endLine, frequency, text } = passage;
  const escaped = /<\/(unit|codebase_context)/i.test(text);
  const attributes = [
    `identifier="${attribute(identifier)}"`,
    `type="${attribute(type)}"`,
    `file="${attribute(file)}"`,
    `lines="${startLine}-${endLine}"`,
    `relevance="${relevanceOf(passage)}"`,
    ...(frequency ? [`change_frequency="${frequency}"`] : []),
    ...(escaped ? ['encoding="escaped"'] : []),
  ];
  return `<unit ${attributes.join(' ')}>\n${escaped ? body(text) : text.trimEnd()}\n</unit>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};
const attribute = (value: string): string => value.replace(/[&<>"\n]/g, (sign) => entities[sign] ?? sign);
const body = (text: string): string => text.trimEnd().replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
