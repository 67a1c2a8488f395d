/** Characters written by name or number: `&amp;`, `&#169;`. Only names that titles have; others stay as written. */
const entityNames: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  larr: '←',
  rarr: '→',
  times: '×',
  middot: '·',
};

/** The reference at `at`, and where it ends. */
export function decodeEntity(text: string, at: number): { readonly shown: string; readonly end: number } | undefined {
  const reference = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/.exec(text.slice(at, at + 12));
  if (!reference) return undefined;
  const [whole, decimal, hexadecimal, name] = reference;
  const shown = name === undefined ? character(decimal, hexadecimal) : entityNames[name];
  return shown === undefined ? undefined : { shown, end: at + whole.length };
}

function character(decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : '\ufffd';
}
