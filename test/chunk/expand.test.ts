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
  it('is read in the order of the text, with the seams marked', () => {
    expect(expand(row, 1)).toBe('oak\n[CHUNK BOUNDARY]\noak elm \n[CHUNK BOUNDARY]\nelm fir');
  });

  it('is read as the source, without what is repeated', () => {
    expect(expand(row, 2, 'seamless')).toBe('oak elm fir yew');
  });

  it('has as many as are asked for', () => {
    expect(expand(row, 2, 'marked', 0)).toBe('elm fir');
    expect(expand(row, 2, 'seamless', 2)).toBe('oak elm fir yewbay');
    expect(expand(row, 2, 'marked', 9).split(`\n${BOUNDARY}\n`)).toHaveLength(5);
  });

  it('has one neighbour at either end', () => {
    expect(expand(row, 0, 'seamless')).toBe('oak elm ');
    expect(expand(row, 4, 'seamless')).toBe('fir yewbay');
  });

  it('is nothing when it is not there, though its neighbour is', () => {
    expect(expand(row, 5)).toBe('');
    expect(expand(row, -1)).toBe('');
    expect(expand([], 0)).toBe('');
  });
});

describe('the id of another tool', () => {
  it('is sixteen digits of path, line and the first hundred letters', () => {
    const content = 'x'.repeat(100);
    const id = aliasId({ filePath: 'src/a.py', startLine: 7, content });
    expect(id).toBe(md5(`src/a.py:7:${content}`).slice(0, 16));
    expect(aliasId({ filePath: 'src/a.py', startLine: 7, content: `${content}y` })).toBe(id);
    expect(aliasId({ filePath: 'src/a.py', startLine: 8, content })).not.toBe(id);
  });
});
