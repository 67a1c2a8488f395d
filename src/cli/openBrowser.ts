/** Opens an address as the desktop does; where there is none, nothing happens: the address has been said. */
import { spawn } from 'node:child_process';
import { remark } from './talk.js';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

export function openBrowser(url: string): void {
  const [program, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => remark('no browser could be opened: follow the address'));
  child.unref();
}
