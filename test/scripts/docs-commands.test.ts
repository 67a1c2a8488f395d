import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the page of commands matches the help of the commands', () => {
  const script = fileURLToPath(new URL('../../scripts/docs-commands.mjs', import.meta.url));
  // It fails with what to do about it.
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('');
});
