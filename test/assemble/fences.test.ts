import { describe, expect, it } from 'vitest';
import { closing, openFence, passageOf } from '../../src/assemble/passage.js';
import { prepared } from '../contract/store.js';

describe('lines that end inside a fence', () => {
  it.each([
    [['```ruby', 'a'], '```ruby'],
    [['~~~~', '~~~', 'a'], '~~~~'],
    [['> ```', '> a'], '> ```'],
    [['```', '~~~'], '```'],
    [['````', '```'], '````'],
    [['```', 'a', '```', '```js', 'b'], '```js'],
  ])('%j', (lines, opener) => {
    expect(openFence(lines)).toBe(opener);
  });

  it.each([[[]], [['a']], [['```', 'a', '```']], [['```', 'a', '`````']], [['``` a `b`']], [['~~~ x', '~~~']]])(
    'lines that do not: %j',
    (lines) => {
      expect(openFence(lines)).toBeUndefined();
    },
  );
});

it('is closed by its own marker', () => {
  expect(['```ruby', '> ~~~~ x', '  ```'].map(closing)).toEqual(['```', '> ~~~~', '  ```']);
});

it('is closed at the end of a passage that ends inside it', async () => {
  const { chunks } = await prepared('a.md', `# A\n\n\`\`\`js\n${'let a = 1;\n'.repeat(900)}\`\`\`\n`);
  const [first, second] = chunks.map(({ chunk }) => passageOf({ chunks: [chunk], score: 1 }).text);
  expect(first).toMatch(/\n# \.\.\.\n```\n$/);
  expect(second).toMatch(/^> A\n\n```js\n# \.\.\.\n[^`]+# \.\.\.\n```\n$/);
});
