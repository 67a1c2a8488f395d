/** stdout is data, stderr is talk. */
import pc from 'picocolors';
import type { FroeError } from '../errors.js';
import type { Diagnostic } from '../types.js';

/** Writes data, and waits while the reader is slower than we are. */
export async function say(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()));
}

export function note(diagnostic: Diagnostic): void {
  process.stderr.write(`${pc.yellow('froe:')} ${diagnostic.path}: ${diagnostic.message}\n`);
}

export function complain(error: FroeError): void {
  process.stderr.write(`${pc.red('froe:')} ${error.message}\n`);
  if (error.hint) process.stderr.write(`      ${error.hint}\n`);
}
