/** Output on a terminal: through a pseudo-terminal, as `script` makes one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { atTerminal, type TerminalOptions } from './atTerminal.js';
import { froe, isInstalled, prose } from './command.js';

const root = folder({
  'a.md': `# Title\n\n${prose(30)}`,
  'b.txt': 'Plain.\n',
  'c/hostile.txt': `before \x1b[2J\x1b]0;owned\x07 \x9b31m \u202egnp.exe after\rback\n${prose(9)}`,
});
const onTerminal = (words: string, sitting: TerminalOptions = {}) => atTerminal(root, words, sitting);

/** With a sign for the character that begins a colour, since an expression may not have it. */
const readable = (shown: string): string => shown.replaceAll('\x1b', '␛');
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
const bare = (shown: string): string => shown.replace(/\x1b\[[0-9;]*[mK]/g, '');
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const DRIVING = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/;

describe.skipIf(!isInstalled('script'))('on a terminal (needs script, of util-linux)', { concurrent: true }, () => {
  // The first question to a folder also says that it is indexed.
  beforeAll(() => froe(root, ['index', '--embedder', 'none']));

  it('draws the cuts, with the tokens of each chunk, in colour', async () => {
    const { code, shown } = await onTerminal('chunk a.md b.txt --max-tokens 200');
    expect(code).toBe(0);
    expect(shown).toContain('\x1b[36m');
    expect(bare(shown)).toMatch(
      /^a\.md · markdown · \d+ chunks · [\d,]+ tokens\r\n┌─ 1 ── \S+ ─+ \d+ tokens\r\n│ +1 {2}# Title\r\n/,
    );
    expect(bare(shown)).toMatch(/\r\n├─ 2 ── \S+ ─+ \d+ tokens/);
    expect(bare(shown)).toMatch(/└─\r\n\r\nb\.txt · text · 1 chunk · \d+ tokens\r\n/);
  });

  it('answers in colour, with links and without control characters of the source', async () => {
    const { code, shown } = await onTerminal('context "before owned" --embedder none --path "c/*"');
    expect(code).toBe(0);
    const place = /\]8;;file:\/\/\S+\/c\/hostile\.txt\S+c\/hostile\.txt:1-\d+/;
    expect(shown).toMatch(place);
    expect(shown).toContain('\x1b[36mc/hostile.txt:1-');
    expect(shown).toContain('before \\x1b[2J\\x1b]0;owned\\x07');
    const plain = await onTerminal('context "before owned" --embedder none --path "c/*"', { env: { NO_COLOR: '1' } });
    expect(plain.shown).not.toMatch(DRIVING);
  });

  it('respects NO_COLOR, and shows control characters instead of sending them', async () => {
    const { code, shown } = await onTerminal('chunk c/hostile.txt missing', { env: { NO_COLOR: '1' } });
    expect(code).toBe(1);
    expect(shown).not.toMatch(DRIVING);
    expect(shown).toContain('before \\x1b[2J\\x1b]0;owned\\x07 \\x9b31m \\u202egnp.exe after');
    expect(shown).toContain('froe: missing: does not exist');
  });

  it('draws a bar on stderr if the output is redirected, and removes it', async () => {
    const { code, shown } = await onTerminal('chunk > /dev/null');
    expect(code).toBe(0);
    expect(shown.startsWith('\r\x1b[Kreading ')).toBe(true);
    expect(shown).toMatch(/[█░]{24} 1\/3/);
    expect(shown.endsWith('\r\x1b[K')).toBe(true);
  });

  it('prints a hint when it reads from a terminal', async () => {
    const { code, shown } = await onTerminal('chunk - --jsonl', { typed: 'words\n\x04' });
    expect(code).toBe(0);
    expect(bare(shown)).toContain('froe: reading from the terminal; end with Ctrl-D on an empty line');
    expect(shown).toContain('"content":"words\\n"');
  });

  it('shows results in colour, with the numbers of their lines', async () => {
    const words = 'search "paragraph wood grain" --embedder none --path a.md -n 1';
    const { code, shown } = await onTerminal(words);
    expect(code).toBe(0);
    expect(readable(shown)).toMatch(/1\. ␛\[35ma\.md:␛\[39m␛\[32m\d+-\d+␛\[39m {2}␛\[1m/); // the path, its lines, the name
    expect(bare(shown)).toMatch(/\r\n {3} *1 {2}# Title\r\n {3} *2 {2}\r\n {3} *3 {2}Paragraph 0 /);
    const plain = await onTerminal(words, { env: { NO_COLOR: '1' } });
    expect(plain.shown).not.toMatch(DRIVING);
    expect(plain.shown).toBe(bare(shown));
    // For the next program neither; unless it is forced.
    const piped = await froe(root, [
      'search',
      'paragraph wood grain',
      '--embedder',
      'none',
      '--path',
      'a.md',
      '-n',
      '1',
    ]);
    expect(piped.stdout).toMatch(/^1\. a\.md:\d+-\d+ {2}\S.*\n {3}# Title\n {3}\n {3}Paragraph 0 /);
    const forced = await onTerminal(`${words} | cat`, { env: { FORCE_COLOR: '1' } });
    expect(forced.shown).toBe(shown);
    const off = await onTerminal(`${words} | cat`, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(off.shown).toBe(bare(shown));
  });

  it('leaves a clean line at Ctrl-C, keeps what is indexed, and continues with the rest', async () => {
    const many = 3000;
    const files = Object.fromEntries(Array.from({ length: many }, (_, i) => [`f${i}.txt`, `Tree ${i}\n`]));
    const place = folder(files);
    const isUnderWay = (part: string): boolean => Number(/ (\d+)\/3000/.exec(part)?.[1] ?? 0) > 900;
    const { code, shown } = await atTerminal(place, 'index', { typed: '\x03', when: isUnderWay });
    expect(code).toBe(130);
    // The bar and ^C are taken away before anything else is written, and the line is ended.
    expect(readable(shown)).toMatch(
      /\r␛\[K[^\r\n]*froe:[^\r\n]* interrupted: what is indexed so far stays[^\r\n]*\r\n(\r␛\[K)*$/,
    );
    const kept = JSON.parse((await froe(place, ['status', '--json'])).stdout).sources;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(many);
    const next = JSON.parse((await froe(place, ['index', '--json'])).stdout);
    expect(next).toMatchObject({ added: many - kept, changed: 0, unchanged: kept });
  });

  it('exits with 130 at Ctrl-C, even while it reads', async () => {
    expect(await onTerminal('chunk -', { typed: '\x03' })).toMatchObject({ code: 130 });
  });
});
