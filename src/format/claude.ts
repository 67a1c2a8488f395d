import {
  dependencyLine,
  type Formatter,
  otherFiles,
  type Passage,
  passageLines,
  relevanceOf,
  structureFirst,
} from './formatter.js';

/** XML tags. Bodies are verbatim; only a body that contains one of these tags is escaped, and marked. Everything else always is. */
export const claude: Formatter = {
  name: 'claude',
  format(context, tokens) {
    const { query, passages, dependencies } = context;
    const structure = context.structure === '' ? [] : [`<structure>\n${body(context.structure)}\n</structure>`];
    const lines = dependencies.map((one) => attribute(dependencyLine(one)));
    const sections = [
      ...(structureFirst(context) ? structure : []),
      ...passages.map((passage) => unit(passage, context.compact)),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`<dependencies>\n${lines.join('\n')}\n</dependencies>`]),
    ];
    const head = `<codebase_context query="${attribute(query)}" tokens="${tokens}" sources="${passages.length}">`;
    return [head, ...sections, '</codebase_context>'].join('\n\n');
  },
};

/** In any spelling: a model is not a parser. */
const OURS = /<\s*\/?\s*(?:unit|structure|dependencies|codebase_context)\b/i;

function unit(passage: Passage, compact = false): string {
  const { identifier, type, file, frequency, synthetic, text } = passage;
  const elsewhere = otherFiles(passage);
  const escaped = OURS.test(text);
  const attributes = [
    `identifier="${attribute(identifier)}"`,
    ...(compact ? [] : [`type="${attribute(type)}"`]),
    `file="${attribute(file)}"`,
    `lines="${passageLines(passage)}"`,
    ...(elsewhere.length > 0 ? [`also="${attribute(elsewhere.join('; '))}"`] : []),
    ...(compact ? [] : [`relevance="${relevanceOf(passage)}"`]),
    ...(frequency && !compact ? [`change_frequency="${frequency}"`] : []),
    ...(synthetic ? ['synthetic="true"'] : []),
    ...(escaped ? ['encoding="escaped"'] : []),
  ];
  return `<unit ${attributes.join(' ')}>\n${escaped ? body(text) : text.trimEnd()}\n</unit>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const entity = (sign: string): string => entities[sign] ?? `&#${sign.charCodeAt(0)};`;
/** A name is one line, whatever it contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const attribute = (value: string): string => value.replace(/[&<>"\x00-\x1f\x7f-\x9f\u2028\u2029]/g, entity);
const body = (text: string): string => text.trimEnd().replace(/[&<>]/g, entity);
