/** Markdown at an exact limit, compared with other splitters; and its blocks alone, compared with parsers. */
import { Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { markdown } from '../build/parse/markdown.js';
import { sourceFromText } from '../build/sources/read.js';
import { beside } from './beside.mjs';
import { corpora, sample, size } from './corpus.mjs';
import { markdownFaults, structureOf } from './markdown-faults.mjs';
import { markdownSplitters } from './markdown-splitters.mjs';
import { operation } from './operation.mjs';
import { perCount, perCountTable } from './per-count.mjs';
import { race } from './race.mjs';

const faults = {
  columns: {
    headings: 'count',
    'headings lost': 'count',
    'headings parted': 'count',
    fences: 'count',
    'torn fences': 'count',
  },
  of: ({ text }, chunks) => markdownFaults(structureOf(text), chunks),
  shares: ({ headings, lost, parted, fences, torn }) => ({
    headings,
    'headings lost': lost,
    'headings parted': parted,
    fences,
    'torn fences': torn,
  }),
  note: 'headings lost: in no chunk. headings parted: last in their chunk although text follows. torn fences: with a line that stands in a chunk without the line that opens the fence.',
};

/** What is enough to know how fast a parser is. */
const BLOCKS = 600_000;

async function measure(settings) {
  const texts = corpora(settings).markdown;
  const { table, seconds } = await beside('markdown', await markdownSplitters(), texts, { settings, faults });
  const ratios = perCountTable('Markdown, as a multiple of counting it once', [perCount('markdown', texts, seconds)]);
  return [table, ratios, await blocks(sample(texts, BLOCKS), settings)];
}

async function blocks(texts, settings) {
  const sources = texts.map(({ text, path }) => sourceFromText(text, { tree: 'bench', path, language: 'markdown' }));
  const outline = new MarkdownIt({ html: true });
  outline.core.ruler.enableOnly(['normalize', 'block']);
  const whole = new MarkdownIt({ html: true });
  const specification = new Parser();
  const each = (run) => ({ run: () => texts.forEach(({ text }) => void run(text)) });
  const seconds = await race(
    {
      'froe, blocks': { run: () => sources.forEach((source) => void markdown.parse(source)) },
      'markdown-it, blocks': each((text) => outline.parse(text, {})),
      'markdown-it': each((text) => whole.parse(text, {})),
      'commonmark.js': each((text) => specification.parse(text)),
      'micromark, events': each((text) => events(text, undefined)),
      'micromark, events, GitHub’s tables': each((text) => events(text, { extensions: [gfm()] })),
    },
    settings,
  );
  return {
    title: 'Markdown: text to blocks',
    columns: { parser: 'text', 'MB/s': 'number', 'time ÷ froe': 'times' },
    rows: Object.entries(seconds).map(([parser, best]) => ({
      parser,
      'MB/s': size(texts) / best / 1e6,
      'time ÷ froe': best / seconds['froe, blocks'],
    })),
    notes: [
      `${texts.length} texts, ${(size(texts) / 1e6).toFixed(2)} MB. froe reads tables and front matter, and of what stands inside a line only what titles, links and anchors need; those without "blocks" read the inside of lines too.`,
    ],
  };
}

const events = (text, options) =>
  postprocess(
    parse(options)
      .document()
      .write(preprocess()(text, 'utf8', true)),
  );

await operation(measure);
