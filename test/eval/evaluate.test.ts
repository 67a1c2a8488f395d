import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedder } from '../../src/embed/index.js';
import { evaluate, missedThresholds, readThresholds } from '../../src/eval/evaluate.js';
import { findPeers } from '../../src/eval/peers.js';
import type { QuestionSet } from '../../src/eval/questions.js';
import { reportHtml } from '../../src/eval/reportHtml.js';
import { reportTable } from '../../src/eval/reportTable.js';
import { evalStrategies, strategyNames } from '../../src/eval/strategies.js';
import { folder } from '../folder.js';

/** Functions of distinct words, and a question about each third. */
const trees = ['oak', 'birch', 'maple', 'cedar', 'walnut', 'spruce', 'willow', 'poplar', 'hazel'];
const functionOf = (tree: string): string =>
  `export function ${tree}(count: number) {\n  const ${tree}Planks = count * ${tree.length};\n  return '${tree} wood '.repeat(${tree}Planks);\n}\n`;
const text = trees.map(functionOf).join('\n');
const asked: QuestionSet = {
  texts: [
    { path: 'src/trees.ts', text },
    { path: 'notes.md', text: '# Notes\n\nNothing about any kind of wood.\n' },
  ],
  questions: ['oak', 'cedar', 'willow'].map((tree) => {
    const startLine = text.split('\n').findIndex((line) => line.includes(`function ${tree}(`)) + 1;
    return {
      id: tree,
      kind: 'given',
      query: `planks of ${tree}`,
      answers: [{ path: 'src/trees.ts', startLine, endLine: startLine + 3 }],
    };
  }),
};
const all = strategyNames.map((name) => evalStrategies[name]);
const options = { embedder: embedder('test') };

describe('a comparison of strategies', () => {
  it('scores each over its own chunks, the same in every run', async () => {
    const report = await evaluate(asked, all, options);
    expect(report.questions).toEqual({ given: 3 });
    expect(report.strategies.map(({ strategy, chunks }) => [strategy, chunks])).toEqual([
      ['semantic', 10],
      ['file', 2],
      ['fixed', 2],
      ['method', 10],
      ['ast', 2],
    ]);
    const [, file, , method] = report.strategies;
    // One function a chunk: the answer is the first result, and nothing else.
    expect(method.metrics).toMatchObject({ mrr: { mean: 1 }, recall1: { mean: 1 }, cover2k: { mean: 1 } });
    // The whole file holds every answer, and four of its forty-five lines are one.
    expect(file.metrics.mrr.mean).toBe(1);
    expect(file.metrics.efficiency.mean).toBeLessThan(0.1);
    expect(method.metrics.efficiency.mean).toBeGreaterThan(file.metrics.efficiency.mean);
    expect(await evaluate(asked, all, options)).toEqual(report);
  });

  it('is printed as a table and as a self-contained page', async () => {
    const report = await evaluate(asked, all, options);
    const drawn = reportTable(report);
    for (const name of strategyNames) expect(drawn).toMatch(new RegExp(`^\\| ${name} +\\|`, 'm'));
    expect(drawn).toContain('questions: 3 given; vectors: test:hashed');
    const page = reportHtml({ ...report, embedder: '<script>alert(1)</script>' }, [
      { format: 'gpt', answers: 2, correct: 0.5, complete: 0.75, attributed: 1, tokens: 900 },
    ]);
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/);
    expect(page.match(/<svg/g)).toHaveLength(3);
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('can fail below limits', async () => {
    const report = await evaluate(asked, [evalStrategies.method], options);
    expect(missedThresholds(report, readThresholds('mrr=1,cover4k=1'))).toEqual([]);
    const efficiency = report.strategies[0].metrics.efficiency.mean;
    expect(missedThresholds(report, readThresholds('mrr=0.5, efficiency=0.9'))).toEqual([
      `efficiency of method is ${efficiency.toFixed(3)}, and should be at least 0.9`,
    ]);
    for (const wrong of ['', 'mrr', 'mrr=2', 'mrr=x', 'speed=1', 'mrr='])
      expect(() => readThresholds(wrong)).toThrow('is not a threshold');
  });
});

describe('peers', () => {
  it('are used if they are installed, with our token count, and left out with a reason otherwise', async () => {
    const home = 'node_modules/@langchain/textsplitters';
    const root = folder({
      [`${home}/package.json`]: JSON.stringify({
        name: '@langchain/textsplitters',
        exports: { '.': { require: './no.cjs', import: { types: './no.d.ts', default: './index.js' } } },
        type: 'module',
      }),
      [`${home}/index.js`]: `export class RecursiveCharacterTextSplitter {
        constructor(options) { this.options = options; }
        static fromLanguage(language, options) { return new this({ ...options, language }); }
        async splitText(text) {
          if (this.options.language !== 'js') throw new Error('not for me');
          if (this.options.lengthFunction('one two') !== 2) throw new Error('does not count');
          return text.split('\\n\\n');
        }
      }`,
      'node_modules/@chonkiejs/core/package.json': '{"main":"index.js"}',
      'node_modules/@chonkiejs/core/index.js': 'throw new Error("needs a newer engine")',
      'inner/file.txt': '',
    });
    const { strategies: found, missing } = await findPeers(join(root, 'inner'));
    expect(found.map(({ name }) => name)).toEqual(['langchain']);
    expect(missing).toEqual(['chonkie: needs a newer engine', 'llamaindex: not installed']);
    const { chunks } = await found[0].prepare(asked.texts[0]);
    expect(chunks.map(({ chunk }) => chunk.content)).toEqual(trees.map((tree) => functionOf(tree).trim()));
    expect(chunks[1].chunk).toMatchObject({ startLine: 6, endLine: 9, filePath: 'src/trees.ts' });
    expect((await found[0].prepare(asked.texts[1])).chunks).toEqual([]);
  });
});
