/**
 * A key as it reads without its quotes.
 *
 *     "a \"b\""  → a "b"        'it''s' → it's (YAML)       'it\'s' → it's (JSON5)
 *     plain      → plain        "a"."b" → "a"."b", because it is two keys in a row
 */
export function unquote(written: string): string {
  const quote = written.charAt(0);
  if (written.length < 2 || (quote !== '"' && quote !== "'") || !written.endsWith(quote)) return written;
  const inner = written.slice(1, -1);
  if (quote === "'") {
    const once = inner.replaceAll("''", "\\'");
    if (once.replaceAll("\\'", '').includes("'")) return written;
    return once.replaceAll("\\'", "'");
  }
  if (!inner.includes('\\')) return inner.includes('"') ? written : inner;
  try {
    return String(JSON.parse(written));
  } catch {
    return inner; // an escape that JSON does not have: the text as it stands still names the key
  }
}
