/** Results go to stdout, messages to stderr. */
import pc from 'picocolors';
import type { Trouble } from '../engine/cutting.js';
import type { ChunkEvent } from '../engine/files.js';
import type { FroeError } from '../errors.js';
import { visible, visibleJson, visibleLines } from '../text/visible.js';

/** FORCE_COLOR: style the output as on a terminal. */
const forced = !['', '0', 'false'].includes(process.env.FORCE_COLOR ?? '');

/** Styled for people; otherwise the output is the same for every reader, byte for byte. */
export const styled = (stream: NodeJS.WriteStream): boolean => forced || stream.isTTY === true;

/** Colours are for terminals, unless they are disabled. */
export const coloured = (stream: NodeJS.WriteStream): boolean =>
  styled(stream) && !process.env.NO_COLOR && (forced || process.env.TERM !== 'dumb');

const { red, yellow } = pc.createColors(coloured(process.stderr));

/** Writes data unchanged, or on a terminal escaped, so that it cannot control the screen. */
export const say = (text: string | Uint8Array): Promise<void> =>
  process.stdout.isTTY
    ? printStyled(visibleLines(typeof text === 'string' ? text : new TextDecoder().decode(text)))
    : printStyled(text);

/** Writes styled text whose data is already escaped; waits for a slow reader. */
export async function printStyled(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()));
}

/** Writes a line of JSON to stderr, with the time. */
export const log = (entry: object): void => {
  process.stderr.write(`${visibleJson({ time: new Date().toISOString(), ...entry })}\n`);
};

let asJson = false;

/** Switches stderr to lines of JSON: messages and events. */
export function logAsJson(): void {
  asJson = true;
}

/** A log for events; undefined without one, so that events are not created. */
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
  else process.stderr.write(`${red('froe:')} ${visible(message)}\n${hint ? indented(hint) : ''}`);
}

/** Below the message. Lists have a line for each of their entries. */
const indented = (hint: string): string =>
  hint
    .split('\n')
    .map((line) => `      ${visible(line)}\n`)
    .join('');

/** A reader such as head closes the pipe when it has enough: that is not an error. A full disk is. */
export function watchStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    printError({ message: `Could not write to standard output (${error.code ?? error.message})`, hint: undefined });
    process.exit(1);
  });
  process.stderr.on('error', () => {}); // a closed stderr must not stop the output
}
