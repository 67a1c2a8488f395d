/**
 * Control characters could drive a terminal, and marks of direction turn a line
 * around in it: both are shown, not sent. A tab is harmless.
 */
export const visible = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replace(/[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });

/** The same of a text with lines, whatever they end with. */
export const visibleLines = (text: string): string =>
  text.replace(/[^\n]+/g, (line) => (line.endsWith('\r') ? `${visible(line.slice(0, -1))}\r` : visible(line)));
