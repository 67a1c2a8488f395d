import { describe, expect, it } from 'vitest';
import { BOUNDARY, expand } from '../../src/chunk/expand.js';
import { aliasId } from '../../src/chunk/window.js';
import type { Chunk } from '../../src/schema.js';
import { md5 } from '../../src/text/hash.js';

/** Only what expand() reads. */
const draft = (position: number, content: string, overlapChars = 0): Chunk =>
  ({ position, content, overlapChars }) as Chunk; // the other forty fields are never looked at

const row = [draft(2, 'elm fir', 4), draft(0, 'oak'), draft(3, 'fir yew', 3), draft(1, 'oak elm ', 3), draft(4, 'bay')];

describe('a chunk with its neighbours', () => {
  it('is returned in the order of the text, with marked boundaries', () => {
    expect(expand(row, 1)).toBe('oak\n[CHUNK BOUNDARY]\noak elm \n[CHUNK BOUNDARY]\nelm fir');
  });

  it('is returned as the source text, without overlap', () => {
    expect(expand(row, 2, 'seamless')).toBe('oak elm fir yew');
  });

  it('has as many neighbours as requested', () => {
    expect(expand(row, 2, 'marked', 0)).toBe('elm fir');
    expect(expand(row, 2, 'seamless', 2)).toBe('oak elm fir yewbay');
    expect(expand(row, 2, 'marked', 9).split(`\n${BOUNDARY}\n`)).toHaveLength(5);
  });

  it('has one neighbour at either end of the source', () => {
    expect(expand(row, 0, 'seamless')).toBe('oak elm ');
    expect(expand(row, 4, 'seamless')).toBe('fir yewbay');
  });

  it('is empty if it does not exist, even if its neighbour does', () => {
    expect(expand(row, 5)).toBe('');
    expect(expand(row, -1)).toBe('');
    expect(expand([], 0)).toBe('');
  });
});

describe('the id of another tool', () => {
  it('is sixteen digits of path, line and the first hundred characters', () => {
    const content = 'x'.repeat(100);
    const id = aliasId({ filePath: 'src/a.py', startLine: 7, content });
    expect(id).toBe(md5(`src/a.py:7:${content}`).slice(0, 16));
    expect(aliasId({ filePath: 'src/a.py', startLine: 7, content: `${content}y` })).toBe(id);
    expect(aliasId({ filePath: 'src/a.py', startLine: 8, content })).not.toBe(id);
  });
});
