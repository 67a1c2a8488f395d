/** `froe verify`: accepts a correct cut, and detects a wrong one. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { prose } from './command.js';
import { commandHost } from './hosted.js';
import { withTamperedEngine } from './tamperedEngine.js';

const { froe } = commandHost();

const root = folder({
  'a.md': `# Title\n\n${prose(80)}`,
  'b.py': 'def f():\n    return 1\n',
  'c.txt': '\ufeffWith a mark.\r\nAnd 😀.\r\n',
});
const verify = (words: readonly string[], tamper?: string) =>
  froe(root, ['verify', ...words], tamper === undefined ? {} : withTamperedEngine(tamper));

describe('froe verify', { concurrent: true }, () => {
  it.each(
    [[], ['--max-tokens', '16', '--granularity', 'node'], ['--strategy', 'window', '--max-tokens', '50']].map(
      (words) => [words],
    ),
  )('accepts correct chunks %j', async (words) => {
    const { code, stdout, stderr } = await verify(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^3 files, \d+ chunks: exact, lossless, bounded\n$/);
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

  it('checks windows against the given size', async () => {
    const wider = 'return honest(input, { ...options, window: { threshold: 1500, size: 1000, overlap: 0 } });';
    const { code, stdout } = await verify(['a.md', '--strategy', 'window'], wider);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.md: byte 0: not bounded: .* 1000 tokens, over the limit of 900\n/);
  });

  it('checks units of an application against their own sizes', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `      <li>Row ${i} of oak</li>\n`).join('');
    const card = `export function Card() {\n  return (\n    <ul>\n${lines}    </ul>\n  );\n}\n`;
    const { stdout } = await froe(folder({ 'package.json': '{}', 'Card.jsx': card }), ['verify', '--preset', 'units']);
    expect(stdout).toMatch(/^2 files, \d+ chunks: exact, lossless, bounded\n$/);
  });

  it('counts files that are not text and unreadable files separately; only the latter fail', async () => {
    const files = { 'a.txt': 'Some text.\n', 'image.png': Uint8Array.of(137, 80, 78, 71, 0, 1, 2), 'empty.txt': '' };
    const well = folder(files);
    expect(await froe(well, ['verify'])).toMatchObject({
      code: 0,
      stdout: '1 file, 1 chunk: exact, lossless, bounded; 2 without text\n',
    });
    const bad = folder({ ...files, 'broken.docx': 'PK\u0003\u0004 and no more' });
    symlinkSync('nowhere', join(bad, 'dead.txt'));
    const { code, stdout, stderr } = await froe(bad, ['verify', '.', 'missing.txt']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: '1 file, 1 chunk: exact, lossless, bounded; 2 without text; 3 could not be read\n',
    });
    expect(stderr).toMatch(/missing\.txt: does not exist/);
    expect(stderr).toMatch(/dead\.txt: is a symbolic link to nothing/);
    const json = await froe(bad, ['verify', '--json']);
    expect({ code: json.code, found: JSON.parse(json.stdout) }).toEqual({
      code: 1,
      found: { files: 1, chunks: 1, failures: [], not_text: 2, unread: 2 },
    });
  });

  it('counts no unreadable file as verified', async () => {
    const { code, stdout, stderr } = await froe(folder(), ['verify', 'missing.txt']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/nothing to check; 1 could not be read/);
  });

  it('does not report success without chunks', async () => {
    const stderr = 'froe: 1 file is empty and was skipped\nfroe: nothing to check; 1 without text\n';
    expect(await froe(folder({ 'empty.txt': '' }), ['verify'])).toMatchObject({ code: 1, stdout: '', stderr });
  });
});
