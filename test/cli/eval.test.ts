import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';
import { offline } from './indexed.js';

const { run } = commandHost();

const functionOf = (verb: string, tree: string): string =>
  `/** ${verb} every plank of ${tree} in the shed. */\nexport function ${verb}${tree}(shed) {\n  const found = shed.${verb}('${tree}');\n  return found.map((plank) => plank.${tree});\n}\n`;
const project = (): string =>
  folder({
    'src/saw.js': ['oak', 'elm', 'ash'].map((tree) => functionOf('Saws', tree)).join('\n'),
    'src/dry.js': ['fir', 'yew', 'box'].map((tree) => functionOf('Dries', tree)).join('\n'),
    '.froe/config.json': '{"baseUrl":"http://127.0.0.1:9/v1","embedder":"openai/x","dimensions":3}',
  });

describe('froe eval', () => {
  it('needs no labels, prints a table, writes a page, and checks limits', async () => {
    const root = folder({ 'src/saw.js': readFileSync(join(project(), 'src/saw.js')) });
    const page = join(root, 'report.html');
    const words = ['eval', '.', '--strategies', 'semantic,file', '--embedder', 'test', '--html', page];
    const good = await run(root, [...words, '--fail-under', 'recall5=1,mrr=0.2']);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toContain('1 files, questions: 3 doc; vectors: test:hashed');
    expect(good.stdout).toMatch(/^\| semantic +\|/m);
    expect(good.stdout).toMatch(/^\| file +\|/m);
    expect(readFileSync(page, 'utf8')).toContain('<svg');
    const bad = await run(root, [...words, '--fail-under', 'efficiency=0.99']);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/^froe: efficiency of semantic is 0\.\d+, and should be at least 0\.99\n$/);
  });

  it('takes questions from a file, and prints JSON', async () => {
    const root = folder({
      'a.md': '# Trees\n\nOaks are old.\n\n# Tools\n\nA saw has teeth.\n',
      'q.jsonl': '{"query":"teeth of a saw","answers":[{"path":"a.md","start_line":5,"end_line":7}]}\n',
    });
    const words = ['eval', '.', '--questions', 'q.jsonl', '--strategies', 'method', '--embedder', 'none', '--json'];
    const { code, stdout } = await run(root, words);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ files: 2, embedder: 'none', questions: { given: 1 } });
    expect(report.strategies[0].metrics.mrr).toEqual({ mean: 1, low: 1, high: 1 });
  });

  it("sends nothing because of a project's settings", async () => {
    const words = ['eval', '.', '--strategies', 'semantic'];
    const { code, stdout } = await run(project(), words, offline());
    expect(code).toBe(0);
    expect(stdout).toContain('questions: 6 doc; vectors: froe/builtin-3');
  });

  it.each([
    [['--fail-under', 'speed=1'], 2, "froe: 'speed=1' is not a threshold\n      Such as mrr=0.4."],
    [['--strategies', 'best'], 2, 'Known: semantic, file, fixed, method, ast.'],
    [['--questions', 'none.jsonl'], 1, 'froe: none.jsonl does not exist'],
    [['--formats', 'gpt'], 2, "froe: 'gpt' is not a model"],
    [['--queries', '0'], 2, 'It must be at least 1.'],
    [[], 1, 'to make questions of'],
  ])('reports an error in one line: %j', async (words, code, message) => {
    const done = await run(folder({ 'a.txt': 'text\n' }), ['eval', '.', ...words]);
    expect(done.code).toBe(code);
    expect(done.stderr).toContain(message);
    expect(done.stderr).not.toContain('    at ');
  });
});
