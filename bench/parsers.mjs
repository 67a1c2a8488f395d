/** Parsing alone: text in, tree out. Beside it, what every text pays: being read, and being counted once. */

import { sourceFromText } from '../build/sources/read.js';
import { tokenizer } from '../dist/index.js';
import { Formats } from '../dist/parse/index.js';
import { corpora, size } from './corpus.mjs';
import { operation } from './operation.mjs';
import { race } from './race.mjs';

/** With fewer bytes than this a language says nothing about its parser. */
const LEAST_BYTES = 20_000;
/** A syntax tree takes its time: this much of a language is enough to know how much. */
const MOST_BYTES = 600_000;

const formats = new Formats();
const counter = tokenizer('cl100k_base');

async function measure(settings) {
  const { prose, markdown, config, code } = corpora(settings);
  const rows = [];
  for (const { parser, language, texts } of await groups([...prose, ...markdown, ...config, ...code])) {
    const open = () => texts.map(sourceOf);
    let sources = [];
    const seconds = await race(
      {
        // Afresh each time: a source may work something out once and keep it.
        parse: { prepare: () => (sources = open()), run: () => parseAll(sources, parser) },
        read: { run: open },
        count: { run: () => texts.forEach(({ text }) => void counter.count(text)) },
      },
      settings,
    );
    const parsed = await parseAll(open(), parser);
    rows.push({
      parser,
      language,
      files: texts.length,
      MB: size(texts),
      'MB/s': size(texts) / seconds.parse / 1e6,
      'parse ÷ count': seconds.parse / seconds.count,
      'read ÷ count': seconds.read / seconds.count,
      nodes: parsed.reduce((sum, { root }) => sum + nodes(root), 0),
      declined: parsed.filter((result) => result.parser.id !== parser).length,
    });
  }
  return [
    {
      title: 'Parsing',
      columns: {
        parser: 'text',
        language: 'text',
        files: 'count',
        MB: 'megabytes',
        'MB/s': 'number',
        'parse ÷ count': 'times',
        'read ÷ count': 'times',
        nodes: 'count',
        declined: 'count',
      },
      rows,
      notes: [
        'parse ÷ count, read ÷ count: time as a multiple of one cl100k_base count() of the same texts. read: detecting the language, line and byte offsets.',
        'declined: files the parser gave back, to be cut by lines instead. The text parser makes one node and reads nothing.',
      ],
    },
  ];
}

function sourceOf({ path, text }) {
  return sourceFromText(text, { tree: 'bench', path, language: formats.detect(path, text.slice(0, 1024)) });
}

async function parseAll(sources, parser) {
  const parsed = [];
  for (const source of sources) parsed.push(await formats.parse(source, parser));
  return parsed;
}

/** Texts of one language, with the parser that takes it; and those of a syntax tree once more, with what stands in for one. */
async function groups(texts) {
  const found = new Map();
  for (const text of texts) {
    const source = sourceOf(text);
    const { parser } = await formats.parse(source);
    const key = `${parser.id} ${source.language}`;
    const group = found.get(key) ?? { parser: parser.id, language: source.language, texts: [] };
    if (size(group.texts) < MOST_BYTES) group.texts.push(text);
    found.set(key, group);
  }
  return [...found.values()]
    .filter((group) => size(group.texts) >= LEAST_BYTES)
    .flatMap((group) => (group.parser === 'code' ? [group, { ...group, parser: 'delimited' }] : [group]))
    .sort((a, b) => a.parser.localeCompare(b.parser) || size(b.texts) - size(a.texts));
}

function nodes(root) {
  let count = 0;
  for (const open = [root]; open.length > 0; count++) open.push(...open.pop().children);
  return count;
}

await operation(measure);
