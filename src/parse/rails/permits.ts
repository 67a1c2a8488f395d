/** The parameters that methods of a controller permit: `params.require(:post).permit(:title, tags: [])` → title, tags. */
const CALL = /\.(?:permit|expect)\s*\(/g;

export function permitsIn(text: string): string[] {
  const names: string[] = [];
  for (const { index, 0: opening } of text.matchAll(CALL)) {
    const inside = balanced(text, index + opening.length);
    for (const [, symbol, key] of inside.matchAll(/(?<![:\w]):(\w+)|\b(\w+):(?!:)/g)) names.push(symbol ?? key);
  }
  return [...new Set(names)];
}

/** Up to the bracket that closes the one before. */
function balanced(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
