/** How an answer looks on a terminal: titles stand out, places can be clicked, and source cannot play with the screen. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pc from 'picocolors';
import type { Style } from '../format/human.js';
import { visibleLines } from '../text/visible.js';

const ESC = '\u001b';

export const terminalStyle = (root: string): Style => ({
  title: pc.bold,
  faint: pc.dim,
  place: (text, file) => linked(pc.cyan(text), pathToFileURL(join(root, file)).href),
  source: visibleLines,
});

/** OSC 8: terminals that do not know it show the text alone. */
const linked = (text: string, address: string): string =>
  pc.isColorSupported ? `${ESC}]8;;${address}${ESC}\\${text}${ESC}]8;;${ESC}\\` : text;
