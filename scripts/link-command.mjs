/**
 * Makes `npx froe` work in a clone: makes the built command executable, and links it
 * where npx looks first. For an installed package npm does this.
 */
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

const command = new URL('../dist/cli/main.js', import.meta.url);
const bins = new URL('../node_modules/.bin/', import.meta.url);

chmodSync(command, 0o755);
if (existsSync(bins) && process.platform === 'win32') {
  writeFileSync(new URL('froe.cmd', bins), '@node "%~dp0..\\..\\dist\\cli\\main.js" %*\r\n');
} else if (existsSync(bins)) {
  const link = new URL('froe', bins);
  rmSync(link, { force: true });
  symlinkSync('../../dist/cli/main.js', link);
}
