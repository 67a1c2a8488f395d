/** Parsing alone: text in, tree out. Beside it, what every text pays: being read, and being counted once. */
import { tokenizer } from '../dist/index.js';
import { Formats } from '../dist/parse/index.js';
import { sourceFromText } from '../dist/sources/read.js';
import { corpora, size } from './corpus.mjs';
import { operation } from './operation.mjs';
import { race } from './race.mjs';

/** With fewer bytes than this a language says nothing about its parser. */
const LEAST_BYTES = 20_000;

const formats = new Formats();
const counter = tokenizer('cl100k_base');

await operation(async (settings) => {
  const groups = await byParser(Object.values(corpora(settings)).flat());
  const rows = [];
  for (const { parser, language, texts, declined } of groups) {
    if (size(texts) < LEAST_BYTES) continue;
    const open = () => texts.map(({ path, text }) => sourceOf(path, text));
    let sources = [];
    const seconds = await race({
      // Afresh each time: a source may work something out once and keep it.
      parse: { prepare: () => (sources = open()), run: () => parseAll(sources) },
      read: { run: open },
      count: { run: () => texts.forEach(({ text }) => void counter.count(text)) },
    });
    rows.push({
      parser,
      language,
      files: texts.length,
      MB: size(texts),
      'MB/s': size(texts) / seconds.parse / 1e6,
      'parse ÷ count': seconds.parse / seconds.count,
      'read ÷ count': seconds.read / seconds.count,
      nodes: await countNodes(open()),
      declined,
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
        'parse ÷ count, read ÷ count: time as a share of one cl100k_base count() of the same texts. read: detecting the language, line and byte offsets.',
        'declined: files that the parser gave back and that were cut by lines instead. The text parser makes one node and reads nothing.',
      ],
    },
  ];
});

function sourceOf(path, text) {
  return sourceFromText(text, { tree: 'bench', path, language: formats.detect(path, text.slice(0, 1024)) });
}

async function parseAll(sources) {
  for (const source of sources) await formats.parse(source);
}

async function countNodes(sources) {
  let sum = 0;
  for (const source of sources) sum += nodes((await formats.parse(source)).root);
  return sum;
}

async function byParser(texts) {
  const groups = new Map();
  for (const text of texts) {
    const source = sourceOf(text.path, text.text);
    const { parser, diagnostics } = await formats.parse(source);
    const key = `${parser.id} ${source.language}`;
    const group = groups.get(key) ?? { parser: parser.id, language: source.language, texts: [], declined: 0 };
    group.texts.push(text);
    group.declined += diagnostics.length;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.parser.localeCompare(b.parser) || size(b.texts) - size(a.texts));
}

function nodes(root) {
  let count = 0;
  for (const open = [root]; open.length > 0; count++) open.push(...open.pop().children);
  return count;
}
