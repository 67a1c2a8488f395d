/** Fences of Markdown: what opens one must be closed again, wherever the text around it ends. */
const FENCE = /^[\s>]*(`{3,}|~{3,})(.*)$/;

/** The line that opened the fence in which these lines end; undefined where they end in none. */
export function openFence(lines: readonly string[]): string | undefined {
  let opened: { readonly line: string; readonly signs: string } | undefined;
  for (const line of lines) {
    const [, signs, rest] = FENCE.exec(line) ?? [];
    if (signs === undefined) continue;
    if (!opened) {
      // Behind backticks, a backtick makes it a span of code.
      if (!(signs[0] === '`' && rest.includes('`'))) opened = { line, signs };
    } else if (signs.startsWith(opened.signs) && rest.trim() === '') opened = undefined;
  }
  return opened?.line;
}

/** What closes the fence that a line opens: `> ~~~~ruby` → `> ~~~~`. */
export const closing = (opener: string): string => opener.replace(/(`{3,}|~{3,}).*$/, '$1');
