import { describe, expect, it } from 'vitest';
import { classOutline } from '../../src/enrich/outline.js';
import { chunk, parse, tokenizer } from '../../src/index.js';

const count = (text: string): number => tokenizer('cl100k_base').count(text);

const client = `class HTTPClient:
    """Client for making HTTP requests."""

    def get(self, url):
        """Send GET request."""
        return self._request("GET", url)

    def post(self, url, data):
        """Send POST request."""
        return self._request("POST", url, data)
`;

describe('the outline of a class', () => {
  it('is added to its head and its methods, and no body occurs twice', async () => {
    const { chunks } = await chunk(client, { path: 'client.py', granularity: 'node' });
    expect(chunks.map(({ chunkType, synthetic, content }) => ({ chunkType, synthetic, content }))).toEqual([
      {
        chunkType: 'class',
        synthetic: true,
        content:
          'class HTTPClient:\n    """Client for making HTTP requests."""\n    def get(self, url):\n    def post(self, url, data):\n',
      },
      {
        chunkType: 'class',
        synthetic: false,
        content: 'class HTTPClient:\n    """Client for making HTTP requests."""\n\n',
      },
      {
        chunkType: 'method',
        synthetic: false,
        content:
          '    def get(self, url):\n        """Send GET request."""\n        return self._request("GET", url)\n\n',
      },
      {
        chunkType: 'method',
        synthetic: false,
        content:
          '    def post(self, url, data):\n        """Send POST request."""\n        return self._request("POST", url, data)\n',
      },
    ]);
    expect(chunks.filter((item) => item.content.includes('_request("GET"'))).toHaveLength(1);
  });

  it('is a fraction of the class', async () => {
    const methods = Array.from(
      { length: 20 },
      (_, i) =>
        `    def method_${i}(self, value):\n${'        value = self.step(value)\n'.repeat(8)}        return value\n\n`,
    );
    const text = `class HTTPError(Exception):\n    """Base class."""\n\n${methods.join('')}`;
    const { chunks } = await chunk(text, { path: 'errors.py' });
    const [drawn, ...others] = chunks.filter((item) => item.synthetic);
    expect(others).toEqual([]);
    expect(drawn.tokenCount).toBe(count(drawn.content));
    expect(drawn.tokenCount).toBeLessThan(count(text) * 0.3);
  });

  it('keeps decorators, comments above and signatures of several lines', async () => {
    const text =
      '/** A store. */\n@injectable()\nexport class Store {\n  /** Reads. */\n  @log\n  async get(\n    key: string,\n    deep = false,\n  ): Promise<string> {\n    return this.map.get(key);\n  }\n\n  put(key: string) {\n    this.map.set(key, 1);\n  }\n}\n';
    const { source, root } = await parse(text, { path: 'store.ts' });
    const node = root.children.find((child) => child.name === 'Store');
    expect(node && classOutline(source.text, node, () => true)).toBe(
      '/** A store. */\n@injectable()\nexport class Store\n  @log\n  async get(\n    key: string,\n    deep = false,\n  ): Promise<string>\n  put(key: string)\n',
    );
  });

  it('shortens documentation that is longer than the cap, with a mark', async () => {
    const doc = Array.from({ length: 120 }, (_, i) => `    Line ${i} says what there is to say of the class.\n`).join(
      '',
    );
    const text = `class Long:\n    """First of all.\n\n${doc}    """\n\n    def get(self, url):\n        return url\n\n    def post(self, url):\n        return url\n`;
    const { chunks } = await chunk(text, { path: 'long.py', maxTokens: 200 });
    const drawn = chunks.find(({ synthetic }) => synthetic);
    expect(drawn?.tokenCount).toBeLessThanOrEqual(200);
    expect(drawn?.content).toMatch(/^class Long:\n {4}"""First of all\.\n/);
    expect(drawn?.content).toMatch(
      /\n {4}… \d+ more lines of documentation\n {4}def get\(self, url\):\n {4}def post\(self, url\):\n$/,
    );
  });

  it('states how many members it leaves out if they do not fit', async () => {
    const text = `class Wide:\n${Array.from({ length: 200 }, (_, i) => `    def method_number_${i}(self, argument):\n        return ${i}\n\n`).join('')}`;
    const { chunks } = await chunk(text, { path: 'wide.py', maxTokens: 128 });
    const drawn = chunks.find((item) => item.synthetic);
    expect(drawn?.tokenCount).toBeLessThanOrEqual(128);
    expect(drawn?.content).toMatch(/… \d+ more\n$/);
  });

  it('is left out unless requested', async () => {
    const { chunks } = await chunk(client, { path: 'client.py', granularity: 'node', outlines: false });
    expect(chunks.some((item) => item.synthetic)).toBe(false);
    expect(chunks.map((item) => item.content).join('')).toBe(client);
  });
});
