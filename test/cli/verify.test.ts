/** `froe verify`: says yes to what is right, and can say no. */
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { froe, prose } from './command.js';
import { doctored } from './doctored.js';

const root = folder({
  'a.md': `# Title\n\n${prose(80)}`,
  'b.py': 'def f():\n    return 1\n',
  'c.txt': '\ufeffWith a mark.\r\nAnd 😀.\r\n',
});
const verify = (words: readonly string[], tamper?: string) =>
  froe(root, ['verify', ...words], tamper === undefined ? {} : doctored(tamper));

describe('froe verify', { concurrent: true }, () => {
  it.each(
    [[], ['--max-tokens', '16', '--granularity', 'node'], ['--strategy', 'window', '--max-tokens', '50']].map(
      (words) => [words],
    ),
  )('is content with an honest cut %j', async (words) => {
    const { code, stdout, stderr } = await verify(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^3 files, \d+ pieces: exact, lossless, bounded\n$/);
  });

  it('finds lost text, at its first byte', async () => {
    const { code, stdout } = await verify(
      ['.'],
      "return options.path === 'b.py' ? { chunks: [], diagnostics: [] } : honest(input, options);",
    );
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'b.py: byte 0: not lossless: text at the end is in no chunk\n1 of 3 files failed\n',
    });
  });

  it('names the first byte of several that are wrong', async () => {
    const backwards = 'const cut = await honest(input, options); return { ...cut, chunks: cut.chunks.toReversed() };';
    const { code, stdout } = await verify(['a.md', '--max-tokens', '100'], backwards);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.md: byte 0: not lossless: /);
  });

  it('holds a window to the size it was told, not to whatever came out', async () => {
    const wider = 'return honest(input, { ...options, window: { threshold: 1500, size: 1000, overlap: 0 } });';
    const { code, stdout } = await verify(['a.md', '--strategy', 'window'], wider);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.md: byte 0: not bounded: .* 1000 tokens, over the cap of 900\n/);
  });

  it('does not call nothing a proof', async () => {
    const stderr = 'froe: 1 file is empty and was left out\nfroe: there is nothing to prove\n';
    expect(await froe(folder({ 'empty.txt': '' }), ['verify'])).toMatchObject({ code: 1, stdout: '', stderr });
  });
});
