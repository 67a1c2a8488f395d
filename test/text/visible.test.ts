import { describe, expect, it } from 'vitest';
import { visibleJson } from '../../src/text/visible.js';

describe('JSON for a terminal', () => {
  it('is equivalent, without control characters', () => {
    const value = { path: 'a\u009b31m\u202eb\u007f\n\\x41', n: 1 };
    const json = visibleJson(value);
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toMatch(/^[ -~]*$/);
  });
});
