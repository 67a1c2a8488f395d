/** Code at an exact limit: compared with splitters of code, and with the bare parse that all of them need. */
import { beside } from './beside.mjs';
import { codeSplitters } from './code-splitters.mjs';
import { corpora, size } from './corpus.mjs';
import { grammarFor, parsed, tornFunctions } from './functions.mjs';
import { operation } from './operation.mjs';

const faults = {
  columns: { functions: 'count', 'torn functions': 'count' },
  of: async (file, chunks) => {
    const { functions, torn } = await tornFunctions(file, chunks);
    return { functions: functions.length, torn: torn.length };
  },
  shares: ({ functions, torn }) => ({ functions, 'torn functions': torn }),
  note: 'functions: those within the cap, by the syntax tree (functions.mjs says how). torn functions: of these, the ones that are whole in no chunk.',
};

async function measure(settings) {
  const { code } = corpora(settings);
  const parse = await bareParse(code);
  const { table, seconds } = await beside('code', await codeSplitters(), code, { settings, faults, also: { parse } });
  return [table, perParse(code, seconds)];
}

/** Parses each text with froe's parser, and frees the tree. */
async function bareParse(texts) {
  const grammars = [];
  for (const { path, text } of texts) {
    const found = await grammarFor(path, text);
    if (found) grammars.push({ text, found });
  }
  return { run: () => grammars.forEach(({ text, found }) => void parsed(found, text).delete()) };
}

/** @returns {import('./table.mjs').Table} */
function perParse(texts, seconds) {
  const bare = seconds.parse + seconds.count;
  const peer = seconds['LlamaIndex code, 1,500 characters, no counts: all'];
  const row = (name) => {
    const spent = seconds[`${name}: all`];
    return { whole: name, 'MB/s': size(texts) / spent / 1e6, '÷ bare': spent / bare, 'LlamaIndex ÷ it': peer / spent };
  };
  return {
    title: 'Code, as a multiple of a bare parse and one count',
    columns: { whole: 'text', 'MB/s': 'number', '÷ bare': 'times', 'LlamaIndex ÷ it': 'times' },
    rows: [row('froe, no overlap'), row('froe, as it comes')],
    notes: [
      `÷ bare: beside tree-sitter alone over the same texts (${(size(texts) / seconds.parse / 1e6).toFixed(2)} MB/s) plus one count() of each (${(size(texts) / seconds.count / 1e6).toFixed(1)} MB/s). LlamaIndex ÷ it: its code splitter counts no tokens, and takes this many times as long.`,
    ],
  };
}

await operation(measure);
