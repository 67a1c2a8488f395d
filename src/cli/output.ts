/** Results go to stdout, messages to stderr. */
import pc from 'picocolors';
import type { Trouble } from '../engine/cutting.js';
import type { ChunkEvent } from '../engine/files.js';
import type { FroeError } from '../errors.js';
import { visible, visibleJson, visibleLines } from '../text/visible.js';

/** FORCE_COLOR: as on a terminal, wherever the output goes. */
const forced = !['', '0', 'false'].includes(process.env.FORCE_COLOR ?? '');

/** Drawn for a person; else it is the same byte for byte, whoever reads it. */
export const styled = (stream: NodeJS.WriteStream): boolean => forced || stream.isTTY === true;

/** Colours are for terminals, unless they are disabled. */
export const coloured = (stream: NodeJS.WriteStream): boolean =>
  styled(stream) && !process.env.NO_COLOR && (forced || process.env.TERM !== 'dumb');

const { red, yellow } = pc.createColors(coloured(process.stderr));

/** Writes data as it is, or on a terminal so that it cannot play with the screen. */
export const say = (text: string | Uint8Array): Promise<void> =>
  process.stdout.isTTY
    ? printStyled(visibleLines(typeof text === 'string' ? text : new TextDecoder().decode(text)))
    : printStyled(text);

/** Writes what has colours of ours, and has seen to the rest; and waits while the reader is slower than we are. */
export async function printStyled(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()));
}

/** A line of JSON on stderr, with the time. */
export const log = (entry: object): void => {
  process.stderr.write(`${visibleJson({ time: new Date().toISOString(), ...entry })}\n`);
};

let asJson = false;

/** From here on stderr is lines of JSON: whatever is remarked, and what happens. */
export function logAsJson(): void {
  asJson = true;
}

/** For events that only a log shows; undefined without one, so that they are not created. */
export const chunkLog = (): ((event: ChunkEvent) => void) | undefined => (asJson ? log : undefined);

export function warn(text: string): void {
  if (asJson) log({ level: 'info', event: 'remark', message: text });
  else process.stderr.write(`${yellow('froe:')} ${visibleLines(text)}\n`);
}

export function warnOf({ code, path, message }: Trouble): void {
  if (asJson) log({ level: 'warn', event: 'note', code, path, message });
  else warn(`${visible(path)}: ${visible(message)}`);
}

export function printError({ message, hint }: Pick<FroeError, 'message' | 'hint'>): void {
  if (asJson) log({ level: 'error', event: 'error', message, ...(hint === undefined ? {} : { hint }) });
  else process.stderr.write(`${red('froe:')} ${visible(message)}\n${hint ? `      ${visible(hint)}\n` : ''}`);
}

/** A reader that has had enough, such as head, closes the pipe: that is no error. A full disk is. */
export function watchStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    printError({ message: `Could not write to standard output (${error.code ?? error.message})`, hint: undefined });
    process.exit(1);
  });
  process.stderr.on('error', () => {}); // a closed stderr must not stop the output
}
