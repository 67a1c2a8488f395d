/** Control characters of untrusted files reach a terminal as visible text; other output is unchanged. */
import { beforeAll, describe, expect, it } from 'vitest';
import { atTerminal } from '../cli/atTerminal.js';
import { isInstalled, prose } from '../cli/command.js';
import { cleanEnvironment, project, run } from '../cli/indexed.js';

const EVIL = '\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\u202egnp';
const SHOWN = '\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\x7f\\u202egnp';
const CODE = `def sycamore():\n    return "${EVIL}"\n\n${'# A long remark about sycamores.\n'.repeat(30)}`;
const NAME = 'docs/we\x1b[31mll.md';
const root = project({
  [NAME]: `# Sycamore ${EVIL}\n\nA sycamore ${EVIL} is a tree.\r\n${prose(30)}`,
  'src/evil.py': CODE,
});
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const DRIVING = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/;
const env = { ...cleanEnvironment(), NO_COLOR: '1' };

// The bar that is drawn while an index is made is ours.
beforeAll(async () => {
  expect((await run(root, ['index', '--embedder', 'none'])).code).toBe(0);
});

describe.skipIf(!isInstalled('script'))('a terminal (needs script, of util-linux)', () => {
  it.each([
    ['context sycamore --embedder none'],
    ['context sycamore --embedder none --format generic'],
    ['get src/evil.py'],
    ['search sycamore --embedder none'],
    ['search "sycamore.*tree" --mode regex'],
    ['chunk --jsonl docs'],
  ])('is not controlled by the output of froe %s', async (words) => {
    const { code, shown } = await atTerminal(root, words, { env });
    expect(code).toBe(0);
    expect(shown).not.toMatch(DRIVING);
    expect(shown.toLowerCase()).toMatch(/sycamore/);
  });

  it('shows file names without control characters', async () => {
    const { shown } = await atTerminal(root, `get "docs/no\x1b[31mne.md"`, { env });
    expect(shown).not.toMatch(DRIVING);
    expect(shown).toContain('no\\x1b[31mne.md');
  });

  it('shows the text itself, with control characters escaped', async () => {
    expect((await atTerminal(root, 'get src/evil.py', { env })).shown).toContain(`    return "${SHOWN}"`);
  });
});

it('prints the bytes unchanged if the output is not a terminal', async () => {
  const { stdout } = await run(root, ['get', 'src/evil.py']);
  expect(stdout).toBe(CODE);
});
