/**
 * Why a fault that no test notices does no harm. Faults are named by the code they were put into, not by its line:
 * `what stood there → what was put there`, the first line of each.
 */

/** @type {readonly { why: string, faults: Readonly<Record<string, readonly string[]>> }[]} */
export const explained = [
  {
    why: 'Only slower: the long way round gives the same answer.',
    faults: {
      'src/text/offsets.ts': [
        '\'utf-8\' → ""',
        "width === 'utf-8' && byteLength === text.length && this.#irregular.size === 0 → false",
        "width === 'utf-8' → width !== 'utf-8'",
        'this.#irregular.size === 0 → this.#irregular.size !== 0',
        'this.#plain → false',
        'checkpoints[middle] <= byte → checkpoints[middle] < byte',
        'this.#checkpoints → false',
        'this.#irregular.size === 0 && to > from → false',
        '{ … → {}',
        "text.indexOf('\\r') < 0 → false",
        '\'\\r\' → ""',
        'onlyLf → false',
      ],
      'src/text/words.ts': [
        'ASCII.test(name) → false',
        'known !== undefined → false',
        'stems.size >= MOST_STEMS → true',
        'stems.size >= MOST_STEMS → stems.size < MOST_STEMS',
      ],
      'src/text/slug.ts': [
        '!this.#used.has(base) → false',
        '{ … → {}',
        'unit > 127 → true',
        'unit > 127 → unit >= 127',
      ],
    },
  },
  {
    why: 'Only more memory: nothing is forgotten, or a little later.',
    faults: {
      'src/text/words.ts': ['stems.size >= MOST_STEMS → false', 'stems.size >= MOST_STEMS → stems.size > MOST_STEMS'],
    },
  },
  {
    why: 'What lies past the end is not a number or is undefined, and every comparison with it is false.',
    faults: {
      'src/text/offsets.ts': [
        'checkpoints.length - 1 → checkpoints.length + 1',
        'starts.length - 1 → starts.length + 1',
        'block < blocks → block <= blocks',
        'at > 0 && at < text.length && isLow(text, at) → at > 0 && at < text.length || isLow(text, at)',
        'at > 0 && at < text.length → true',
        'at > 0 && at < text.length → at > 0 || at < text.length',
        'at > 0 → true',
        'at > 0 → at >= 0',
        'at < text.length → true',
        'at < text.length → at <= text.length',
      ],
      'src/text/slug.ts': ['i < lower.length → i <= lower.length'],
    },
  },
  {
    why: 'A text is well formed, whoever decoded it: a low half always stands behind a high one.',
    faults: {
      'src/text/offsets.ts': [
        'isLow(this.#text, char) && char > 0 && isHigh(this.#text, char - 1) → isLow(this.#text, char) && char > 0 || isHigh(this.#text, char - 1)',
        'isLow(this.#text, char) && char > 0 → true',
        'isLow(this.#text, char) && char > 0 → isLow(this.#text, char) || char > 0',
        'char > 0 → true',
        'char > 0 → char >= 0',
      ],
    },
  },
  {
    why: 'A file with as many bytes as code units has one byte for each, malformed or not, and is not UTF-16, whose mark alone has two.',
    faults: { 'src/text/offsets.ts': ["width === 'utf-8' → true", 'this.#irregular.size === 0 → true'] },
  },
  {
    why: 'Only U+FFFD is ever in the table of irregular widths; for all else it answers three, as the line below does.',
    faults: {
      'src/text/offsets.ts': [
        'unit === 0xfffd && this.#irregular.size > 0 → true',
        'unit === 0xfffd && this.#irregular.size > 0 → unit === 0xfffd || this.#irregular.size > 0',
        'unit === 0xfffd → true',
        'this.#irregular.size > 0 → true',
        'this.#irregular.size > 0 → this.#irregular.size >= 0',
      ],
    },
  },
  {
    why: 'The start of a further line is never 0.',
    faults: { 'src/text/offsets.ts': ['at >= 0 → at > 0'] },
  },
  {
    why: 'All characters of a part are of one kind, and the stemmer leaves alone what is short or has no letters.',
    faults: {
      'src/text/words.ts': [
        'word.length > 2 && /^[a-z]+$/.test(word) → true',
        'word.length > 2 && /^[a-z]+$/.test(word) → word.length > 2 || /^[a-z]+$/.test(word)',
        'word.length > 2 → true',
        'word.length > 2 → word.length >= 2',
        '/^[a-z]+$/ → /[a-z]+$/',
        '/^[a-z]+$/ → /^[a-z]+/',
      ],
    },
  },
  {
    why: 'Nothing is left there, or nothing but `_`, and neither is a word.',
    faults: {
      'src/text/words.ts': [
        'at < name.length → true',
        'at < name.length → at <= name.length',
        'index > at → true',
        'index > at → index >= at',
      ],
    },
  },
  {
    why: 'Nothing that a name can have comes before 0 or after z in ASCII.',
    faults: { 'src/text/words.ts': ['unit <= 122 → true', 'unit >= 48 → true'] },
  },
  {
    why: 'Only whether two neighbours are of one kind is asked, and digits and `_` have changed their places.',
    faults: { 'src/text/words.ts': ['unit <= 57 → unit > 57'] },
  },
  {
    why: 'Only what is set to warn prints.',
    faults: { 'src/text/data.ts': ['\'error\' → ""'] },
  },
  {
    why: 'Nothing but the end of what was found can have separators.',
    faults: { 'src/text/lastName.ts': ['/[.:#\\\\/>]+$/ → /[.:#\\\\/>]+/'] },
  },
  {
    why: 'All of them are replaced, one by one or in runs.',
    faults: { 'src/text/words.ts': ['/\\p{M}+/gu → /\\p{M}/gu'] },
  },
  {
    why: 'A hyphen is written only between two kept characters.',
    faults: { 'src/text/slug.ts': ['false → true'] },
  },
  {
    why: 'Where two sets end together, both go on: one now, the other at the next step, which finds nothing.',
    faults: { 'src/text/span.ts': ['left[i].end < right[j].end → left[i].end <= right[j].end'] },
  },
  {
    why: 'A span that begins just at the end closes the last piece there, as the end itself does.',
    faults: { 'src/text/span.ts': ['start >= within.end → start > within.end'] },
  },
  {
    why: 'Whatever is not `rss` adds up.',
    faults: { 'src/search/merge.ts': ['\'sum\' → ""'] },
  },
  {
    why: 'A node without children is met only when it matched itself, and then its children are not asked for.',
    faults: { 'src/search/merge.ts': ['[] → ["Stryker was here"]'] },
  },
  {
    why: 'The highest of nothing is minus infinity, and its own score is more.',
    faults: { 'src/search/merge.ts': ['below.length === 0 → false'] },
  },
  {
    why: 'What is not in the tree is nobody’s parent: nobody asks for its children, and it finds nothing.',
    faults: {
      'src/search/merge.ts': [
        'parent === null || !parents.has(parent) → false',
        'parent === null || !parents.has(parent) → parent === null && !parents.has(parent)',
        'parent === null → false',
        'at != null && parents.has(at) → at != null || parents.has(at)',
        'at != null → true',
      ],
    },
  },
  {
    why: 'Nodes are met from the top down, and this turns them round: children come first all the same.',
    faults: { 'src/search/merge.ts': ['depth.get(b) ?? 0 → depth.get(b) && 0'] },
  },
  {
    why: 'Only a circle of parents has a child as deep as its parent, and may be cut anywhere.',
    faults: {
      'src/search/merge.ts': [
        '(children.has(a) ? 1 : 0) - (children.has(b) ? 1 : 0) → (children.has(a) ? 1 : 0) + (children.has(b) ? 1 : 0)',
      ],
    },
  },
  {
    why: 'The same on both sides of a difference.',
    faults: { 'src/assemble/assemble.ts': ['\'\' → "Stryker was here!"'] },
  },
  {
    why: 'With more than one left, they fit: the loop above has seen to that.',
    faults: { 'src/assemble/assemble.ts': ['filled.length === 1 → true'] },
  },
  {
    why: 'No lines of them is what the context has already.',
    faults: { 'src/assemble/assemble.ts': ['lines > 0 → lines >= 0'] },
  },
  {
    why: 'Two that are equal here are equal in everything, or are one.',
    faults: {
      'src/assemble/segments.ts': [
        'known.score < result.score → known.score <= result.score',
        'a.chunks[0].id < b.chunks[0].id → a.chunks[0].id <= b.chunks[0].id',
      ],
    },
  },
  {
    why: 'A segment has a piece: where there is a last one, there is one before.',
    faults: { 'src/assemble/segments.ts': ['last && before → last || before'] },
  },
  {
    why: 'No import names a module in it, as in nothing.',
    faults: { 'src/assemble/dependencies.ts': ['[] → ["Stryker was here"]'] },
  },
  {
    why: 'The empty parts are dropped behind it.',
    faults: { 'src/assemble/dependencies.ts': ['/[/\\\\.:]+/ → /[/\\\\.:]/'] },
  },
];
