/**
 * Control characters could control a terminal, and direction marks could reorder
 * a line in it: both are escaped. A tab is harmless.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DRIVING = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g;

const hexOf = (char: string): string => char.charCodeAt(0).toString(16);

export const visible = (text: string): string =>
  text.replace(DRIVING, (char) => {
    const code = hexOf(char);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });

/** The same for a text of several lines, whatever their line ends. */
export const visibleLines = (text: string): string =>
  text.replace(/[^\n]+/g, (line) => (line.endsWith('\r') ? `${visible(line.slice(0, -1))}\r` : visible(line)));

/** A value as JSON on one line, with these characters escaped: equivalent JSON. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(DRIVING, (char) => `\\u${hexOf(char).padStart(4, '0')}`);
