/** Files of the package itself. */
import { expect, it } from 'vitest';
import { readPackageFile } from '../src/packageFile.js';

it('are read from wherever the module is', () => {
  expect(JSON.parse(readPackageFile('package.json').toString())).toMatchObject({ name: 'froe' });
});

it('are reported in words if they are missing, whichever it is', () => {
  expect(() => readPackageFile('data/gone.br')).toThrow(
    expect.objectContaining({
      name: 'FroeError',
      code: 'missing-package',
      message: 'data/gone.br of froe itself does not exist',
      hint: 'Reinstall froe.',
    }),
  );
});
