/** What counts as text, and the errors for what does not. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_SOURCE_BYTES } from '../../src/options.js';
import { isBinary, readBytes, sourceFromBytes } from '../../src/sources/read.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const text10k = 'A line of text, and another.\n'.repeat(350);

describe('isBinary', () => {
  it.each([
    ['nothing', bytes('')],
    ['ASCII', bytes(text10k)],
    ['a stray NUL in 10 kB', bytes(`${text10k.slice(0, 5000)}\0${text10k.slice(5000)}`)],
    ['a NUL after the part that is looked at', bytes(`${text10k}${'\0'.repeat(500)}`)],
    ['colours of a terminal', bytes('\x1b[31mred\x1b[0m\n'.repeat(50))],
    ['form feeds and vertical tabs', bytes('page\f\vpage\n'.repeat(50))],
    ['Latin-1', bytes('caf\xe9 \xfcber\n'.repeat(50))],
    ['Shift JIS', bytes('\x93\xfa\x96{\x8c\xea\n'.repeat(50))],
    ['UTF-16LE with a mark', Buffer.from('\ufeffHello', 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from('\ufeffHello', 'utf16le').swap16()],
    ['a text about ID3', bytes('ID3 tags and GIF8 files.')],
    ['a text about PNG', bytes('PNG, ELF and PK are names.')],
  ])('%s is text', (_name, head) => expect(isBinary(head)).toBe(false));

  it.each([
    ['one NUL', bytes('\0')],
    ['a NUL in a short line', bytes('short\0line')],
    ['PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['JPEG with pages about the picture', bytes(`\xff\xd8\xff\xe1\x10\x21Exif${text10k}`)],
    ['PNG with a long comment', bytes(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${text10k}`)],
    ['ELF', bytes('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0')],
    ['zip', bytes('PK\x03\x04\x14\0\0\0\x08\0')],
    ['zip that stores text as it is', bytes(`PK\x03\x04\x14\0\0\0\0\0${text10k}`)],
    ['gzip', bytes('\x1f\x8b\x08\0\0\0\0\0')],
    ['PDF', bytes(`%PDF-1.7\n${text10k}`)],
    ['UTF-16LE without a mark', Buffer.from('Hello, world', 'utf16le')],
    ['UTF-16BE without a mark', Buffer.from('Hello, world', 'utf16le').swap16()],
    ['noise', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 3)) & 255))],
  ])('%s is not', (_name, head) => expect(isBinary(head)).toBe(true));
});

describe('readBytes', () => {
  const root = mkdtempSync(join(tmpdir(), 'froe-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const at = (name: string): string => join(root, name);

  it('reads a regular file, also through a link', () => {
    writeFileSync(at('a'), 'text');
    symlinkSync('a', at('link'));
    expect(String(readBytes(at('link')))).toBe('text');
  });

  it('refuses other files, and states what they are', () => {
    execFileSync('mkfifo', [at('fifo')]);
    symlinkSync('loop', at('loop'));
    expect(() => readBytes(root)).toThrow(
      expect.objectContaining({ code: 'not-a-file', message: `${root} is a folder` }),
    );
    expect(() => readBytes(at('fifo'))).toThrow(
      expect.objectContaining({ code: 'not-a-file', hint: expect.stringContaining('"-"') }),
    );
    expect(() => readBytes('/dev/null')).toThrow(expect.objectContaining({ code: 'not-a-file' }));
    expect(() => readBytes(at('none'))).toThrow(
      expect.objectContaining({ code: 'not-found', message: `${at('none')} does not exist` }),
    );
    expect(() => readBytes(at('loop'))).toThrow(
      expect.objectContaining({ code: 'unreadable', message: `${at('loop')} is a loop of symbolic links` }),
    );
    expect(() => readBytes(at('x'.repeat(300)))).toThrow(
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining('too long a name') }),
    );
  });

  it('refuses a file that is too large before it is read', () => {
    writeFileSync(at('large'), '');
    truncateSync(at('large'), MAX_SOURCE_BYTES + 1);
    expect(() => readBytes(at('large'))).toThrow(
      expect.objectContaining({ code: 'too-large', hint: expect.stringContaining(String(MAX_SOURCE_BYTES)) }),
    );
  });
});

describe('sourceFromBytes', () => {
  const identity = { tree: 'main', path: 'a.txt', language: 'text' };

  it('names the source and keeps the given fields', () => {
    expect(sourceFromBytes(bytes('text'), identity)).toMatchObject({
      docId: 'main:a.txt',
      text: 'text',
      decoding: { encoding: 'utf-8', replaced: 0 },
    });
    expect(sourceFromBytes(bytes('text'), { ...identity, docId: 'art_1' }).docId).toBe('art_1');
  });

  it('refuses what is not text', () => {
    expect(() => sourceFromBytes(bytes('\0\0'), identity)).toThrow(
      expect.objectContaining({ code: 'binary', message: 'a.txt is not text' }),
    );
  });
});
