/** Folders for tests, all in one place that is taken away after each file of tests (test/sweep.ts). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

let place: string | undefined;

/** A new folder with these files; a value may also be bytes. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  place ??= realpathSync(mkdtempSync(join(tmpdir(), 'froe-')));
  const root = mkdtempSync(join(place, 'f-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

export function sweep(): void {
  if (place !== undefined) rmSync(place, { recursive: true, force: true });
  place = undefined;
}
