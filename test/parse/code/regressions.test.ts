/** What others lose, double or tear, by name. Each was seen in a published chunker. */
import { describe, expect, it } from 'vitest';
import { type Chunk, type ChunkOptions, chunk, tokenizer } from '../../../src/index.js';
import { parse } from '../../../src/pipeline/chunk.js';
import { cuts } from '../../chunk/cases.js';

const primary = async (text: string, options: ChunkOptions): Promise<readonly Chunk[]> =>
  (await chunk(text, options)).chunks.filter((item) => !item.synthetic);
const joined = (chunks: readonly Chunk[]): string =>
  chunks.map((item) => item.content.slice(item.overlapChars)).join('');

describe('code-chunk', () => {
  it('emitted a template literal of 4.7 kB whole and in parts', async () => {
    const literal = Array.from({ length: 120 }, (_, i) => `  <li class="row-${i}">\${rows[${i}].name}</li>`).join('\n');
    const text = `export const page = (rows) => \`\n<ul>\n${literal}\n</ul>\n\`;\n\nexport const after = 1;\n`;
    const chunks = await primary(text, { path: 'page.js', maxTokens: 256 });
    expect(joined(chunks)).toBe(text);
    for (const item of chunks) expect(item.tokenCount).toBeLessThanOrEqual(256);
  });

  it('left a one-line string of 20 kB in one chunk', async () => {
    const text = `const data = "${'lorem ipsum dolor '.repeat(1150)}";\n`;
    const chunks = await primary(text, { path: 'data.js', maxTokens: 512 });
    expect(chunks.length).toBeGreaterThan(5);
    expect(joined(chunks)).toBe(text);
    for (const item of chunks) expect(item.tokenCount).toBeLessThanOrEqual(512);
  });
});

describe('LlamaIndex and astchunk', () => {
  it('dropped a leaf that was too large', async () => {
    const text = `x = [\n${Array.from({ length: 400 }, (_, i) => `    "value number ${i}",`).join('\n')}\n]\n`;
    expect(joined(await primary(text, { path: 'values.py', maxTokens: 128 }))).toBe(text);
  });
});

describe('Continue', () => {
  it('lost code at the top level', async () => {
    const text = `import os\n\nDEBUG = os.environ.get("DEBUG")\n\n${'def f():\n    return 1\n\n\n'.repeat(40)}if __name__ == "__main__":\n    f()\n`;
    const chunks = await primary(text, { path: 'main.py', maxTokens: 64 });
    expect(joined(chunks)).toBe(text);
    expect(chunks.some((item) => item.content.includes('__main__'))).toBe(true);
    expect(chunks.some((item) => item.content.includes('DEBUG ='))).toBe(true);
  });
});

describe('claude-context', () => {
  it('lost arrow functions', async () => {
    const text =
      'export const add = (a, b) => {\n  return a + b;\n};\n\nconst twice = (x) => add(x, x);\n\nclass A {\n  run = () => {\n    return 1;\n  };\n}\n';
    const names = (await primary(text, { path: 'a.ts', granularity: 'node' })).map((item) => item.fullName);
    expect(names).toEqual(expect.arrayContaining(['add', 'twice', 'A.run']));
  });
});

describe('chonkie', () => {
  it('put bytes where characters belong', async () => {
    const text = '# 😀 überall 中文\n\ndef grüße():\n    return "äöü 😀"\n\n\ndef zweite():\n    return "中文"\n';
    const bytes = Buffer.from(text);
    for (const item of await primary(text, { path: 'a.py', granularity: 'node' })) {
      expect(bytes.subarray(item.byteStart, item.byteEnd).toString()).toBe(item.content);
      expect(text.slice(item.charStart, item.charEnd)).toBe(item.content);
    }
  });
});

describe('code-rag', () => {
  it('cut a signature to one line', async () => {
    const text =
      'class Client:\n    def send(\n        self,\n        url: str,\n        *,\n        timeout: float = 5.0,\n    ) -> Response:\n        return self._send(url, timeout)\n\n    def close(self):\n        pass\n';
    const { chunks } = await chunk(text, { path: 'client.py', granularity: 'node' });
    const outline = chunks.find((item) => item.synthetic);
    expect(outline?.content).toContain(
      'def send(\n        self,\n        url: str,\n        *,\n        timeout: float = 5.0,\n    ) -> Response:',
    );
    expect(outline?.content).not.toContain('return');
  });

  it('lost decorators and module-level code, and named nested functions wrongly', async () => {
    const text =
      'LIMIT = 3\n\n\n@app.route("/")\n@cached\ndef index():\n    def inner():\n        return LIMIT\n    return inner()\n';
    const chunks = await primary(text, { path: 'app.py', granularity: 'node' });
    expect(chunks.find((item) => item.name === 'index')?.content).toMatch(
      /(?:^|\n)@app\.route\("\/"\)\n@cached\ndef index/,
    );
    expect(chunks.map((item) => item.fullName)).not.toContain('inner');
    expect(joined(chunks)).toBe(text);
  });

  it('gave the parts of one function the same id, lines and tokens', async () => {
    const text = `def long():\n${Array.from({ length: 200 }, (_, i) => `    step_${i}(value)\n`).join('')}`;
    const chunks = await primary(text, { path: 'a.py', maxTokens: 256 });
    expect(new Set(chunks.map((item) => item.id)).size).toBe(chunks.length);
    expect(new Set(chunks.map((item) => item.startLine)).size).toBe(chunks.length);
    for (const item of chunks) {
      expect(item).toMatchObject({ name: 'long', fullName: 'long', partOf: chunks.length });
      expect(item.tokenCount).toBe(tokenizer('cl100k_base').count(item.content));
    }
  });
});

describe('a function', () => {
  it(
    'keeps its decorator and its comment',
    cuts(
      { path: 'a.py', maxTokens: 24, minTokens: 0 },
      `
# Explains the first.
@cached
def first():
    return 1


--8<--
# Explains the second.
@cached
def second():
    return 2
`,
    ),
  );

  it('is never cut if it fits', async () => {
    const text = Array.from(
      { length: 30 },
      (_, i) => `function f${i}(value) {\n${'  value += 1;\n'.repeat((i * 7) % 11)}  return value;\n}\n\n`,
    ).join('');
    for (const item of await primary(text, { path: 'a.js', maxTokens: 100 })) {
      expect(item.partOf).toBe(1);
      expect(item.content.match(/^function /gm)?.length).toBe(item.content.match(/^}$/gm)?.length);
    }
  });
});

describe('broken code', () => {
  it('affects only the statements it touches', async () => {
    const text = 'def before():\n    return 1\n\n\ndef broken(:\n    return (\n\n\ndef after():\n    return 2\n';
    const chunks = await primary(text, { path: 'a.py', granularity: 'node' });
    expect(chunks.map((item) => item.name)).toEqual(expect.arrayContaining(['before', 'after']));
    expect(chunks.find((item) => item.name === 'before')?.metadata.clean).toBe(true);
  });

  it('that is not code at all is cut by delimiters, with a diagnostic', async () => {
    const text = `${'@@@ ((( }}} ]]] %%% '.repeat(300)}\n`;
    const { chunks, diagnostics } = await chunk(text, { path: 'a.py' });
    expect(diagnostics.map((note) => note.code)).toEqual(['degraded']);
    expect(chunks[0].metadata.parser).toBe('delimited');
  });

  it('with a NUL in it is still parsed', async () => {
    const text = `${'def f():\n    return 1\n\n\n'.repeat(30)}x = "\0"\n\n\ndef last():\n    return 2\n`;
    const chunks = await primary(text, { path: 'a.py', granularity: 'node' });
    expect(chunks.map((item) => item.name)).toContain('last');
    expect(joined(chunks)).toBe(text);
  });
});

describe('a large file of', () => {
  const kilobytes = 260;
  const call = 'function f(a){return g(a,{b:1})}';

  it('minified code is cut by delimiters, with a diagnostic', async () => {
    const line = call.repeat(32);
    const text = `${line}\n`.repeat(kilobytes);
    const { chunks, diagnostics } = await chunk(text, { path: 'bundle.js', outlines: false });
    expect(diagnostics).toMatchObject([
      { code: 'degraded', message: 'minified; split by brackets, keywords and indentation instead' },
    ]);
    expect(chunks[0].metadata.parser).toBe('delimited');
    expect(joined(chunks)).toBe(text);
  });

  it('short lines is read by its syntax tree', async () => {
    const text = `${call}\n`.repeat(kilobytes * 32);
    const { chunks, diagnostics } = await chunk(text, { path: 'bundle.js', outlines: false });
    expect(diagnostics).toEqual([]);
    expect(chunks[0].metadata.parser).toBe('code');
  });
});

describe('metadata', () => {
  const text = `"""Module."""
import os
from typing import Optional, Dict
from .errors import HTTPError


def load(path: str) -> Optional[str]:
    """Read a file."""
    import json
    return os.path.join(path)


class Box:
    """Holds things."""

    def put(self, thing):
        raise HTTPError(thing)
`;

  it('has the imports of the file, and separately those that a chunk uses', async () => {
    const chunks = await primary(text, { path: 'pkg/box.py', granularity: 'node' });
    const load = chunks.find((item) => item.name === 'load');
    expect(load?.imports).toEqual(['import os', 'from typing import Optional, Dict', 'from .errors import HTTPError']);
    expect(load?.metadata.uses).toEqual(['import os', 'from typing import Optional, Dict']);
    expect(load?.docstring).toBe('Read a file.');
    expect(load?.metadata).toMatchObject({
      signature: 'def load(path: str) -> Optional[str]:',
      kinds: ['function'],
      parents: [],
      exports: ['load'],
      clean: true,
    });
    const put = chunks.find((item) => item.name === 'put');
    expect(put).toMatchObject({
      fullName: 'Box.put',
      parentContext: 'Box',
      chunkType: 'method',
      docstring: null,
      parentId: 'main:pkg/box.py#Box',
    });
    expect(put?.metadata).toMatchObject({ parents: ['Box'], uses: ['from .errors import HTTPError'] });
  });

  it('marks a chunk whose code did not parse', async () => {
    const [item] = await primary('def broken(:\n    return (\n', { path: 'a.py' });
    expect(item.metadata.clean ?? false).toBe(false);
  });
});

it('finds a function that begins on the last line of its comment', async () => {
  const one = (name: string): string =>
    `/**\n * About ${name}.\n */ function ${name}() {\n${'  call(1, 2, 3);\n'.repeat(8)}}\n`;
  const text = `${one('first')}${one('second')}${one('third')}`;
  const { chunks } = await chunk(text, { path: 'a.js', maxTokens: 130, outlines: false });
  expect(chunks.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
});

describe('tree-sitter', () => {
  it.each(['pool.ts', 'pool.tsx', 'pool.js'])('took the name using for a declaration: %s', async (path) => {
    const text = `export function using(pool, what) {\n  return what(pool);\n}\n\nexport const all = (pool) =>\n  using(pool, (one) => one.all());\n\nexport async function first(pool) {\n  using(pool);\n  await using(pool);\n  using file = open(pool);\n  return { using };\n}\n`;
    const { chunks, diagnostics } = await chunk(text, { path, granularity: 'node', mentions: true });
    expect(diagnostics).toEqual([]);
    expect(chunks.flatMap(({ name, chunkType }) => (chunkType === 'function' ? [name] : []))).toEqual([
      'using',
      'all',
      'first',
    ]);
    const { root } = await parse(text, { path, mentions: true });
    expect(JSON.stringify(root.meta?.mentions)).not.toContain('usinG');
  });
});
