import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fileBelow, pathBelow } from '../../src/sources/jail.js';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'froe-jail-')));
const root = join(place, 'root');
mkdirSync(join(root, 'src'), { recursive: true });
mkdirSync(join(place, 'rooted'));
writeFileSync(join(root, 'src/app.py'), 'x = 1\n');
writeFileSync(join(place, 'secret'), 'keep out\n');
writeFileSync(join(place, 'rooted/near'), 'keep out\n');
symlinkSync(join(place, 'secret'), join(root, 'way-out'));
symlinkSync(place, join(root, 'door'));
symlinkSync('src/app.py', join(root, 'alias'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const refused = (given: string) =>
  expect.objectContaining({ code: 'outside', message: `${given} is outside of the root` });

describe('a path below a root', () => {
  it('is normalised', () => {
    expect(pathBelow(root, 'src/app.py')).toBe('src/app.py');
    expect(pathBelow(root, './src//../src/app.py')).toBe('src/app.py');
    expect(pathBelow(root, '.')).toBe('');
    expect(pathBelow(root, 'not/there')).toBe('not/there');
    expect(pathBelow(root, join(root, 'src/app.py'))).toBe('src/app.py');
  });

  it.each([
    '..',
    '../secret',
    'src/../../secret',
    '/etc/passwd',
    '../rooted/near',
    join(place, 'rooted/near'),
    'src/app.py\0.txt',
  ])('is never %j', (given) => {
    expect(() => pathBelow(root, given)).toThrow(refused(given));
  });

  it('is below the root or refused, whatever is given', () => {
    const part = fc.constantFrom('..', '.', '', 'src', 'app.py', '~', '%2e%2e', '..\\', 'a'.repeat(9), '…');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, absolute) => {
        const given = (absolute ? '/' : '') + parts.join('/');
        try {
          const path = pathBelow(root, given);
          expect(path.split('/')).not.toContain('..');
          expect(path.startsWith('/')).toBe(false);
        } catch (error) {
          expect(error).toMatchObject({ code: 'outside' });
        }
      }),
    );
  });
});

describe('a file below a root', () => {
  it('is the file itself, also through a link inside', () => {
    expect(fileBelow(root, 'src/app.py')).toBe(join(root, 'src/app.py'));
    expect(fileBelow(root, 'alias')).toBe(join(root, 'src/app.py'));
  });

  it.each(['way-out', 'door', 'door/secret', 'door/rooted/near'])('is not behind the link %s', (given) => {
    expect(() => fileBelow(root, given)).toThrow(refused(given));
  });

  it('must exist', () => {
    expect(() => fileBelow(root, 'gone.py')).toThrow(
      expect.objectContaining({ code: 'not-found', message: 'gone.py does not exist' }),
    );
  });
});
