import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHash, type Route, start, toHash, views } from '../../web/src/route.js';

describe('an address', () => {
  it('has the state of the page', () => {
    const file: Route = {
      ...start,
      path: 'src/a b.ts',
      chunk: 'main:src/a b.ts#f',
      max: '256',
      budget: 'not said here',
    };
    expect(toHash(file)).toBe('#/files/src/a%20b.ts?chunk=main%3Asrc%2Fa+b.ts%23f&max=256');
    expect(toHash({ ...start, path: 'a.ts', line: '12', q: 'oak' })).toBe('#/files/a.ts?line=12&q=oak');
    expect(toHash({ ...start, view: 'search', q: 'oak & elm' })).toBe('#/search?q=oak+%26+elm');
    expect(toHash({ ...start, view: 'search', q: 'oak', type: 'class', lang: 'ruby', within: 'app' })).toBe(
      '#/search?q=oak&type=class&lang=ruby&within=app',
    );
    expect(toHash({ ...start, view: 'context', q: 'oak', budget: '4000', format: 'gpt' })).toBe(
      '#/context?q=oak&budget=4000&format=gpt',
    );
    expect(toHash({ ...start, view: 'index' })).toBe('#/index');
    expect(toHash(start)).toBe('#/files');
    expect(toHash({ ...start, artifact: 'art_0123456789ab', chunk: 'p' })).toBe('#/artifacts/art_0123456789ab?chunk=p');
  });

  it('leads back to the same state', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed());
    const path = fc.array(
      text.filter((part) => part !== '' && !part.includes('/')),
      { maxLength: 4 },
    );
    const place = fc.oneof(
      path.map((parts) => ({ path: parts.join('/'), artifact: '' })),
      text.filter((id) => id !== '').map((artifact) => ({ path: '', artifact })),
    );
    const rest = fc.record({
      view: fc.constantFrom(...views),
      chunk: text,
      line: text,
      q: text,
      type: text,
      lang: text,
      within: text,
      root: text,
      unknown: fc.constant(''),
      max: text,
      overlap: text,
      strategy: text,
      granularity: text,
      budget: text,
      format: text,
    });
    fc.assert(
      fc.property(rest, place, (said, where) => {
        const one = { ...said, ...where };
        expect(fromHash(toHash(one), one)).toEqual(one);
      }),
    );
  });

  it('keeps the parameters of other pages, and resets missing ones of its own', () => {
    const before: Route = { ...start, path: 'a.ts', q: 'oak', max: '64', budget: '500' };
    expect(fromHash('#/context?q=elm', before)).toEqual({ ...before, view: 'context', q: 'elm', budget: '' });
  });

  it.each(['', '#', '#/', '#/files/%E0%A4%A', '#?q=1'])('%j does not fail', (hash) => {
    expect(fromHash(hash).view).toBe('files');
  });

  it('that names no page is unknown, and stays unchanged', () => {
    const route = fromHash('#/no%20where/x?q=1', { ...start, path: 'a.ts' });
    expect(route).toEqual({ ...start, path: 'a.ts', view: 'unknown', unknown: 'no%20where/x' });
    expect(toHash(route)).toBe('#/no%20where/x');
    expect(fromHash('#/files/a.ts', route)).toEqual({ ...start, path: 'a.ts' });
  });
});
