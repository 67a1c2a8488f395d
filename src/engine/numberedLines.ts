/** A text by its lines, as records count them: LF, CRLF and CR end one, and what follows the last of these is none. */
export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  /** Without its end. */
  readonly text: string;
}

const END = /\r\n|\n|\r/;

export function numberedLines(text: string): readonly NumberedLine[] {
  const lines = text.split(END);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, i) => ({ number: i + 1, text: line }));
}
