/** stdout is data, stderr is talk. */
import pc from 'picocolors';
import type { FroeError } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import { visible, visibleLines } from '../text/visible.js';

/** Colours are for people at a terminal who have not said no. */
export const coloured = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

const { red, yellow } = pc.createColors(coloured(process.stderr));

/** Writes data as it is, or on a terminal so that it cannot play with the screen. */
export const say = (text: string | Uint8Array): Promise<void> =>
  process.stdout.isTTY
    ? show(visibleLines(typeof text === 'string' ? text : new TextDecoder().decode(text)))
    : show(text);

/** Writes what has colours of ours, and has seen to the rest; and waits while the reader is slower than we are. */
export async function show(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()));
}

export function remark(text: string): void {
  process.stderr.write(`${yellow('froe:')} ${visibleLines(text)}\n`);
}

export function note({ path, message }: Trouble): void {
  remark(`${visible(path)}: ${visible(message)}`);
}

export function complain({ message, hint }: Pick<FroeError, 'message' | 'hint'>): void {
  process.stderr.write(`${red('froe:')} ${visible(message)}\n`);
  if (hint) process.stderr.write(`      ${visible(hint)}\n`);
}

/** A reader that has had enough, such as head, closes the pipe: that is no error. A full disk is. */
export function watchStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    complain({ message: `Standard output could not be written (${error.code ?? error.message})`, hint: undefined });
    process.exit(1);
  });
  process.stderr.on('error', () => {}); // nobody listens; the data still matters
}
