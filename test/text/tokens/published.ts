/** The pretoken rules as they were published, for the hand-written ones to agree with. */

/** White space as Rust has it: with U+0085, and without U+FEFF. */
const S = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SHORT = "'(?:[sSſtTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])";
const [UP, DOWN] = ['[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]', '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'];
const blanks = `[${S}]*[\\r\\n]+|[${S}]+(?![^${S}])|[${S}]+`;

export const published = {
  cl100k: new RegExp(
    `${SHORT}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^${S}\\p{L}\\p{N}]+[\\r\\n]*|${blanks}`,
    'gu',
  ),
  o200k: new RegExp(
    `[^\\r\\n\\p{L}\\p{N}]?${UP}*${DOWN}+(?:${SHORT})?|[^\\r\\n\\p{L}\\p{N}]?${UP}+${DOWN}*(?:${SHORT})?` +
      `|\\p{N}{1,3}| ?[^${S}\\p{L}\\p{N}]+[\\r\\n/]*|${blanks}`,
    'gu',
  ),
};

/** Characters on which the rules turn. */
export const awkward = [
  ...["'", "'s", "'S", "'t", "'T", "'m", "'M", "'d", "'D", "'re", "'RE", "'ve", "'Ve", "'ll", "'lL", "'ſ", "'x", "'r"],
  ...[
    'a',
    'z',
    'Z',
    'lower',
    'LOW',
    'ǅ',
    'ʰ',
    'é',
    'e\u0301',
    '\u0301',
    '中',
    'ß',
    '1',
    '123',
    '²',
    '٣',
    '𝟙',
    '𝕬',
    '𐐀',
    '𐐨',
  ],
  ...[' ', '  ', '\t', '\n', '\r', '\r\n', '\u0085', '\u00a0', '\u2003', '\u3000', '\ufeff'],
  ...['.', '//', '!!', '{', '=', '—', '😀', '\u200d', '\ufffd', '\0', '\ud83d', '\udc00', '\u{10ffff}'],
];
