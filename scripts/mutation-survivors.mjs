/**
 * Why a fault that no test detects does no harm. Faults are named by their code, not by its line:
 * `original → replacement`, the first line of each.
 */

/** @type {readonly { why: string, faults: Readonly<Record<string, readonly string[]>> }[]} */
export const explained = [
  {
    why: 'Only slower: the result is the same.',
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
      'src/chunk/blank.ts': [
        'unit >= 0x85 → true',
        'Math.max(probe, tail) → Math.min(probe, tail)',
        'headings.length === 0 → false',
      ],
      'src/chunk/cut.ts': ['skipBlank(text, body.start, body.end) === body.end → false'],
      'src/chunk/cutter.ts': [
        'this.#limits.minTokens === 0 → false',
        'leads.length > 0 → true',
        'leads.length > 0 → leads.length >= 0',
        'children.length === 0 → false',
        'at >= end → false',
        'at >= end → at > end',
      ],
      'src/chunk/groupSiblings.ts': [
        'segments.length === 1 || scale.fits(0, segments.length) → false',
        'segments.length === 1 || scale.fits(0, segments.length) → segments.length === 1 && scale.fits(0, segments.length)',
        'segments.length === 1 → false',
      ],
      'src/chunk/leaf.ts': ['limits.overlap === 0 → false', 'settled[i] <= anchored[j] → settled[i] < anchored[j]'],
      'src/chunk/levels.ts': [
        'start + size * 2 < end && fits(start, start + size * 2) → start + size * 2 < end || fits(start, start + size * 2)',
        'start + size * 2 < end → true',
        'start + size * 2 < end → start + size * 2 <= end',
        'start + size * 2 → start - size * 2',
        'size * 2 → size / 2',
        'size > 1 → size >= 1',
        "text.indexOf('\\r', span.start) < 0 → false",
        '\'\\r\' → ""',
        'unit > 127 → true',
        'unit > 127 → unit >= 127',
        'stop === end → false',
        'Math.min(end, stop + LONGEST_GRAPHEME) → Math.max(end, stop + LONGEST_GRAPHEME)',
      ],
      'src/chunk/chunkNamer.ts': ['this.#asked?.chunk === chunk → false', '{ chunk, subject } → {}'],
      'src/chunk/draftChunk.ts': ['b.leads.length === 0 → false', 'missing.length === 0 → false'],
      'src/chunk/recordBuilder.ts': ['body === start → false', "before === '' → false", '\'\' → "Stryker was here!"'],
      'src/chunk/branch.ts': [
        '!holdsMute(root.node) → false',
        'node.weight === 0 → true',
        'node.weight === 0 → node.weight !== 0',
        '!node.closed → true',
        'false → true',
        '!turns → true',
      ],
      'src/chunk/window.ts': ['first === 0 → false'],
      'src/chunk/chunkWriter.ts': [
        "before === '' → false",
        '\'\' → "Stryker was here!"',
        'names.length < 2 && weight === 1 → false',
      ],
      'src/text/tokens/classes.ts': ['classes[unit] === ASK → true', 'known === undefined → true'],
      'src/text/tokens/merge.ts': [
        'length <= this.#ranks.longest → true',
        'length <= SHORT → false',
        'length <= SHORT → length < SHORT',
      ],
      'src/text/tokens/pretokenCache.ts': [
        'i < end → false',
        'this.#hashes[entry] === hash → true',
        '-1 → +1',
        'length > this.#longest → false',
        'this.#missed === NOWHERE → false',
      ],
      'src/text/tokens/pretokens.ts': ['kind === ASK → true'],
      'src/text/tokens/ranks.ts': ['length > this.longest → false'],
      'src/text/tokens/bytePair.ts': [
        'CACHED_LENGTH * 3 → CACHED_LENGTH / 3',
        'length + LOOKAHEAD <= stop - at → false',
        'length + LOOKAHEAD <= stop - at → length + LOOKAHEAD < stop - at',
        'end - at > 1 || units[at] >= 128 → true',
        'end - at > 1 → end - at >= 1',
        'end - at → end + at',
        'tokens === 0 → true',
        'end - at > CACHED_LENGTH → true',
        'end - at > CACHED_LENGTH → false',
        'end - at > CACHED_LENGTH → end - at >= CACHED_LENGTH',
        'end - at > CACHED_LENGTH → end - at <= CACHED_LENGTH',
        'end - start > this.#units.length → true',
        'end - start > this.#units.length → end - start >= this.#units.length',
        'end - start → end + start',
        'start === 0 && end === text.length → false',
        'end === text.length → true',
        'end === text.length → end !== text.length',
        '(end - start) * 3 > this.#bytes.length → true',
        '(end - start) * 3 > this.#bytes.length → (end - start) * 3 >= this.#bytes.length',
      ],
      'src/text/tokens/ruler.ts': [
        'starts[low] === at → false',
        'start >= end → false',
        'start >= end → start > end',
        'block > this.#summed → true',
        'block > this.#summed → block >= this.#summed',
        'this.#large.size > 0 → true',
        'this.#large.size > 0 → this.#large.size >= 0',
        'counts[i] === 255 → true',
        'start >= end → false',
        'start >= end → start > end',
        'settled > anchored → true',
        'settled > anchored → settled >= anchored',
        'anchored === end → false',
        'limit - sure → limit + sure',
        '(end - start) * 3 <= limit → false',
        '(end - start) * 3 <= limit → (end - start) * 3 < limit',
        'end - start → end + start',
        'marks.starts(at) && this.#anchor(at, at - 1) === at → false',
        '{ … → {}',
        'anchored === at → false',
        'at > least → true',
        'at > least → at >= least',
        'at >= end || tokens > limit → false',
        'at >= end || tokens > limit → at >= end && tokens > limit',
        'at >= end → false',
        'at >= end → at > end',
        'tokens > limit → false',
        'tokens > limit → tokens >= limit',
        'unit >= 9 → true',
        'unit >= 0x85 → true',
        'unit >= 0x85 && /\\s|\\u0085/.test(String.fromCharCode(unit)) → unit >= 0x85 || /\\s|\\u0085/.test(String.fromCharCode(unit))',
      ],
    },
  },
  {
    why: 'Only more memory: caches are cleared later or never.',
    faults: {
      'src/text/words.ts': ['stems.size >= MOST_STEMS → false', 'stems.size >= MOST_STEMS → stems.size > MOST_STEMS'],
      'src/text/tokens/bytePair.ts': ['at === 0 → true'],
    },
  },
  {
    why: 'Past the end there is NaN or undefined, and every comparison with it is false.',
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
      'src/chunk/groupSiblings.ts': ['at >= 0 → true'],
      'src/chunk/joinTiny.ts': ['i >= 0 → true'],
      'src/chunk/levels.ts': ['at > 0 → true', 'at > 0 → at >= 0'],
      'src/chunk/pack.ts': ['out.at.length > 0 → true', 'out.at.length > 0 → out.at.length >= 0'],
      'src/text/tokens/ruler.ts': ['starts.length - 1 → starts.length + 1'],
    },
  },
  {
    why: 'Every decoded text is well formed: a low surrogate always follows a high one.',
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
    why: 'A file with as many bytes as code units has one byte for each, malformed or not, and is not UTF-16, whose byte order mark alone has two.',
    faults: {
      'src/text/offsets.ts': ["width === 'utf-8' → true", 'this.#irregular.size === 0 → true'],
    },
  },
  {
    why: 'Only U+FFFD is in the table of irregular widths; its default width is three, as on the line below.',
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
    why: 'The start of a later line is never 0.',
    faults: {
      'src/text/offsets.ts': ['at >= 0 → at > 0'],
    },
  },
  {
    why: 'All characters of a part are of one kind, and the stemmer does not change short parts or parts without letters.',
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
    why: 'Only an empty string or `_` is left there, and neither is a word.',
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
    why: 'No character of a name is before 0 or after z in ASCII.',
    faults: {
      'src/text/words.ts': ['unit <= 122 → true', 'unit >= 48 → true'],
    },
  },
  {
    why: 'Only whether two neighbours are of one kind matters; the codes of digits and `_` are swapped.',
    faults: {
      'src/text/words.ts': ['unit <= 57 → unit > 57'],
    },
  },
  {
    why: 'Only the level `warn` prints.',
    faults: {
      'src/text/data.ts': ['\'error\' → ""'],
    },
  },
  {
    why: 'Only the end of the match can have separators.',
    faults: {
      'src/text/lastName.ts': ['/[.:#\\\\/>]+$/ → /[.:#\\\\/>]+/'],
    },
  },
  {
    why: 'All of them are replaced, one by one or as runs.',
    faults: {
      'src/text/words.ts': ['/\\p{M}+/gu → /\\p{M}/gu'],
    },
  },
  {
    why: 'A hyphen is written only between two kept characters.',
    faults: {
      'src/text/slug.ts': ['false → true'],
    },
  },
  {
    why: 'If two sets end together, both advance: one now, the other at the next step, which adds nothing.',
    faults: {
      'src/text/span.ts': ['left[i].end < right[j].end → left[i].end <= right[j].end'],
    },
  },
  {
    why: 'A span that begins exactly at the end closes the last part there, as the end itself does.',
    faults: {
      'src/text/span.ts': ['start >= within.end → start > within.end'],
    },
  },
  {
    why: 'Every mode except `rss` is a sum.',
    faults: {
      'src/search/merge.ts': ['\'sum\' → ""'],
    },
  },
  {
    why: 'A node without children is visited only if it matched itself, and then its children are not used.',
    faults: {
      'src/search/merge.ts': ['[] → ["Stryker was here"]'],
    },
  },
  {
    why: 'The maximum of an empty list is minus infinity, and its own score is higher.',
    faults: {
      'src/search/merge.ts': ['below.length === 0 → false'],
    },
  },
  {
    why: 'A node outside of the tree is not a parent: its children are never looked up, or not found.',
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
    why: 'Nodes are visited from the top down, and this order is reversed: children still come first.',
    faults: {
      'src/search/merge.ts': ['depth.get(b) ?? 0 → depth.get(b) && 0'],
    },
  },
  {
    why: 'Only in a cycle of parents a child is as deep as its parent, and a cycle may be cut anywhere.',
    faults: {
      'src/search/merge.ts': [
        '(children.has(a) ? 1 : 0) - (children.has(b) ? 1 : 0) → (children.has(a) ? 1 : 0) + (children.has(b) ? 1 : 0)',
      ],
    },
  },
  {
    why: 'Without lines the context is unchanged.',
    faults: {
      'src/assemble/assemble.ts': ['lines > 0 → lines >= 0'],
    },
  },
  {
    why: 'A segment has a chunk: if there is a last one, there is a first one.',
    faults: {
      'src/assemble/segments.ts': ['last && before → last || before'],
    },
  },
  {
    why: 'No import names a module in it, as in an empty text.',
    faults: {
      'src/assemble/relations.ts': ['[] → ["Stryker was here"]'],
    },
  },
  {
    why: 'Empty parts are dropped afterwards.',
    faults: {
      'src/assemble/relations.ts': ['/[/\\\\.:]+/ → /[/\\\\.:]/'],
    },
  },
  {
    why: 'A run of this length is found by an earlier probe.',
    faults: {
      'src/chunk/blank.ts': ['probe < end → probe <= end', '!isBlank(text.charCodeAt(probe)) → false'],
    },
  },
  {
    why: 'The character before it is visible, or the run is long enough by itself.',
    faults: {
      'src/chunk/blank.ts': ['head > from → true', 'head > from → head >= from'],
    },
  },
  {
    why: 'A string has no start and no end, and is dropped like an empty span.',
    faults: {
      'src/chunk/cut.ts': ['[] → ["Stryker was here"]'],
      'src/chunk/cutter.ts': ['[] → ["Stryker was here"]'],
      'src/chunk/blank.ts': ['[] → ["Stryker was here"]'],
      'src/chunk/window.ts': ['[] → ["Stryker was here"]'],
    },
  },
  {
    why: 'An empty chunk is not written.',
    faults: {
      'src/chunk/cutter.ts': [
        'start >= end → false',
        'start >= end → start > end',
        'at < end && visible < end → true',
        'at < end && visible < end → at < end || visible < end',
        'at < end → true',
        'at < end → at <= end',
        'visible < end → true',
        'visible < end → visible <= end',
        'child.end <= at || child.start >= span.end → false',
        'child.end <= at || child.start >= span.end → child.end <= at && child.start >= span.end',
        'child.end <= at → false',
        'child.end <= at → child.end < at',
        'child.start >= span.end → false',
        'child.start >= span.end → child.start > span.end',
      ],
    },
  },
  {
    why: 'A span that does not fit from the start was checked before.',
    faults: {
      'src/chunk/cutter.ts': ['own > start → true', 'own > start → own >= start'],
    },
  },
  {
    why: 'A node is cut from its own start: its comment and its head are after that, and children do not overlap.',
    faults: {
      'src/chunk/cutter.ts': [
        'doc.start < start → false',
        'head.end <= start → false',
        'head.end <= start → head.end < start',
      ],
    },
  },
  {
    why: 'A comment inside a definition is after its head: there is nothing above to cut off.',
    faults: {
      'src/chunk/cutter.ts': ['doc.end > head.start → false', 'doc.end > head.start → doc.end >= head.start'],
    },
  },
  {
    why: 'Before the start of a text nothing is blank: the result is -1 as well.',
    faults: {
      'src/chunk/cutter.ts': ['line < 0 → false', 'line < 0 → line <= 0'],
    },
  },
  {
    why: 'No two boundaries of a run have the same strength: repeated lines get different hashes.',
    faults: {
      'src/chunk/groupSiblings.ts': [
        'strength[i] > strength[best] → strength[i] >= strength[best]',
        'strength[i] > strength[clean] → strength[i] >= strength[clean]',
      ],
    },
  },
  {
    why: 'A boundary is never at 0, where a run begins.',
    faults: {
      'src/chunk/groupSiblings.ts': ['clean < 0 → clean <= 0', 'i === 0 → false', 'at >= 0 → at > 0'],
    },
  },
  {
    why: 'They are not equal: this was checked on the line above.',
    faults: {
      'src/chunk/joinTiny.ts': ['toAfter > toBefore → toAfter >= toBefore'],
    },
  },
  {
    why: 'There is visible text before every chunk but the first.',
    faults: {
      'src/chunk/joinTiny.ts': ['i >= 0 → i > 0'],
    },
  },
  {
    why: 'A lead never ends inside a character.',
    faults: {
      'src/chunk/draftChunk.ts': ['to < end → true', 'to < end → to <= end'],
    },
  },
  {
    why: 'More positions are checked than necessary, and the same cheap ones are chosen.',
    faults: {
      'src/chunk/leaf.ts': [
        'end - start <= limits.maxChars → end - start < limits.maxChars',
        'end - start → end + start',
        '(at) => ruler.roughly(at) → () => undefined',
      ],
    },
  },
  {
    why: 'Before the first chunk there is nothing to repeat.',
    faults: {
      'src/chunk/leaf.ts': ['i === 0 → false'],
    },
  },
  {
    why: 'The search starts no further back than the character limit allows.',
    faults: {
      'src/chunk/leaf.ts': ['end - start <= limits.maxChars → true'],
    },
  },
  {
    why: 'Without overlap the result is the start of the body.',
    faults: {
      'src/chunk/leaf.ts': ['at < body → at <= body'],
    },
  },
  {
    why: 'The overlap never begins at 0, but with a line.',
    faults: {
      'src/chunk/leaf.ts': ['word >= 0 → word > 0', 'word < 0 → word <= 0'],
    },
  },
  {
    why: 'Beyond half of it no line is used: searching further changes nothing.',
    faults: {
      'src/chunk/leaf.ts': ['at > half → false', 'at > half → at >= half'],
    },
  },
  {
    why: 'An indented line begins with white space, not with a letter.',
    faults: {
      'src/chunk/levels.ts': ['indent === 0 → true'],
    },
  },
  {
    why: 'An empty span has no cuts.',
    faults: {
      'src/chunk/levels.ts': ['at < end → at <= end', 'to > from → true', 'to > from → to >= from'],
    },
  },
  {
    why: 'A cut is never at 0.',
    faults: {
      'src/chunk/levels.ts': [
        'found > 0 → found >= 0',
        'following < 0 → following <= 0',
        'separator < 0 → separator <= 0',
      ],
    },
  },
  {
    why: 'The first line of a span is not visited.',
    faults: {
      'src/chunk/levels.ts': ['false → true'],
    },
  },
  {
    why: 'A line that ends with the span ends there either way.',
    faults: {
      'src/chunk/levels.ts': ['following > span.end → following >= span.end'],
    },
  },
  {
    why: 'Without a mark, no fence is opened or closed.',
    faults: {
      'src/chunk/levels.ts': ['mark !== 0 → true'],
    },
  },
  {
    why: 'A line ends with its line break, which is not a mark.',
    faults: {
      'src/chunk/levels.ts': ['at + 2 < end → true', 'at + 2 < end → at + 2 <= end', 'at + 2 → at - 2'],
    },
  },
  {
    why: 'A sentence that begins at or after the end is not reported.',
    faults: {
      'src/chunk/levels.ts': [
        'at < to → at <= to',
        'run < to → run <= to',
        'next < to → true',
        'next < to → next <= to',
      ],
    },
  },
  {
    why: 'Without it no test can be loaded at all, which Stryker does not count as a failure.',
    faults: {
      'src/chunk/levels.ts': ['\'und\' → ""', '\'grapheme\' → ""'],
    },
  },
  {
    why: 'Graphemes are the default granularity.',
    faults: {
      'src/chunk/levels.ts': ["{ granularity: 'grapheme' } → {}"],
    },
  },
  {
    why: 'Inside a text there is always a grapheme: the fallback is only for the type checker.',
    faults: {
      'src/chunk/levels.ts': [
        'stop - from → stop + from',
        'segmenter.segment(window).containing(stop - from)?.index → segmenter.segment(window).containing(stop - from).index',
      ],
    },
  },
  {
    why: 'The cost is the same.',
    faults: {
      'src/chunk/pack.ts': [
        'cost[i + 1] < cheapest → cost[i + 1] <= cheapest',
        'price > cheapest → price >= cheapest',
        'cost[i] > cheapest → cost[i] >= cheapest',
      ],
    },
  },
  {
    why: 'It looks back slightly more or less where counts do not grow; counts far over the cap end it in any case.',
    faults: {
      'src/chunk/pack.ts': ['++over > PATIENCE → false', '++over > PATIENCE → ++over >= PATIENCE', '++over → --over'],
    },
  },
  {
    why: 'Only named nodes are looked up, and the first of a name is 1 by default.',
    faults: {
      'src/chunk/branch.ts': ['!child.name → false', 'turn > 1 → true', 'turn > 1 → turn >= 1'],
    },
  },
  {
    why: 'A unit has a name: the fallback is only for the type checker.',
    faults: {
      'src/chunk/branch.ts': ['\'\' → "Stryker was here!"'],
    },
  },
  {
    why: 'A named owner of a chunk is its subject, whether the chunk contains it whole or not.',
    faults: {
      'src/chunk/chunkWriter.ts': ['[branch] → []'],
    },
  },
  {
    why: 'Opened units are used for outlines only if there is an outline function.',
    faults: {
      'src/chunk/chunkWriter.ts': [
        'outline?.(this.#source.text, branch.node, fits) → outline(this.#source.text, branch.node, fits)',
      ],
    },
  },
  {
    why: 'A single name is not listed: it is that of the chunk.',
    faults: {
      'src/chunk/chunkWriter.ts': ['shows.length > 1 → true', 'shows.length > 1 → shows.length >= 1'],
    },
  },
  {
    why: 'Rank 0 is a single byte, not a pair.',
    faults: {
      'src/text/tokens/merge.ts': ['rank < 0 → rank <= 0', 'current[start] >= 0 → current[start] > 0'],
    },
  },
  {
    why: 'Merging the bytes of a token gives the token.',
    faults: {
      'src/text/tokens/merge.ts': [
        'length <= this.#ranks.longest && this.#ranks.rank(bytes, 0, length) >= 0 → false',
        'length <= this.#ranks.longest → length < this.#ranks.longest',
        'length <= this.#ranks.longest → length > this.#ranks.longest',
        'this.#ranks.rank(bytes, 0, length) >= 0 → this.#ranks.rank(bytes, 0, length) > 0',
        '{ … → {}',
      ],
    },
  },
  {
    why: 'The order of equal pairs in the heap does not matter: none are equal, since the number includes the position.',
    faults: {
      'src/text/tokens/merge.ts': [
        'heap[up] <= value → heap[up] < value',
        'heap[down + 1] < heap[down] → heap[down + 1] <= heap[down]',
        'heap[down] >= last → heap[down] > last',
      ],
    },
  },
  {
    why: 'Effects of a full table are tested by longTexts.test.ts, which is too slow to run for every fault.',
    faults: {
      'src/text/tokens/pretokenCache.ts': [
        'ENTRIES + 1 → ENTRIES - 1',
        'this.#entries === ENTRIES || this.#used + length > UNITS → false',
        'this.#entries === ENTRIES || this.#used + length > UNITS → this.#entries === ENTRIES && this.#used + length > UNITS',
        'this.#entries === ENTRIES → false',
        'this.#used + length > UNITS → false',
        'this.#used + length > UNITS → this.#used + length >= UNITS',
        'this.#used + length → this.#used - length',
        '{ … → {}',
      ],
    },
  },
  {
    why: 'Another slot, at which it is found again.',
    faults: {
      'src/text/tokens/pretokenCache.ts': [
        'Math.imul(hash, 31) + units[i] → Math.imul(hash, 31) - units[i]',
        'slot + 1 → slot - 1',
      ],
    },
  },
  {
    why: 'A word never ends at 0.',
    faults: {
      'src/text/tokens/pretokens.ts': [
        'after < 0 → after <= 0',
        'after >= 0 → after > 0',
        'afterBreak >= 0 → afterBreak > 0',
      ],
    },
  },
  {
    why: 'For other characters this gives none of the letters that are compared.',
    faults: {
      'src/text/tokens/pretokens.ts': [
        'unit >= 65 && unit <= 90 → true',
        'unit >= 65 && unit <= 90 → unit >= 65 || unit <= 90',
        'unit >= 65 → true',
        'unit >= 65 → unit > 65',
        'unit <= 90 → true',
        'unit <= 90 → unit < 90',
      ],
    },
  },
  {
    why: 'The longest has the same length.',
    faults: {
      'src/text/tokens/ranks.ts': ['bytes[at] > longest → bytes[at] >= longest'],
    },
  },
  {
    why: 'Effects of a pretoken longer than a block are tested by longTexts.test.ts, which is too slow to run for every fault.',
    faults: {
      'src/text/tokens/bytePair.ts': [
        'size * 4 → size / 4',
        'at === 0 → false',
        'at === 0 → at !== 0',
        '{ … → {}',
        'end - start > this.#units.length → false',
        'size * 2 → size / 2',
      ],
    },
  },
  {
    why: 'The key of a long pretoken includes some text before it: it is found less often, and counted again.',
    faults: {
      'src/text/tokens/bytePair.ts': ['start * 2 → start / 2'],
    },
  },
  {
    why: 'It is cleared before every pretoken.',
    faults: {
      'src/text/tokens/bytePair.ts': ['[] → ["Stryker was here"]'],
    },
  },
  {
    why: 'It only adds bits above those that are stored in a byte.',
    faults: {
      'src/text/tokens/bytePair.ts': ['unit - 0xd800 → unit + 0xd800'],
    },
  },
  {
    why: 'The last token ends with the pretoken: nothing after it is stored.',
    faults: {
      'src/text/tokens/bytePair.ts': ['char < length → char <= length'],
    },
  },
  {
    why: 'One code unit too many is overwritten by the next pretoken.',
    faults: {
      'src/text/tokens/pretokenCache.ts': ['i < length → i <= length'],
    },
  },
  {
    why: 'No pair begins with the last part: values at or after it are never read.',
    faults: {
      'src/text/tokens/merge.ts': [
        'i + 1 < length → i + 1 <= length',
        'i + 1 → i - 1',
        'i < count → i <= count',
        'i + 2 < count → i + 2 <= count',
        'i + 2 → i - 2',
        'at + 1 < count → true',
        'at + 1 < count → at + 1 <= count',
        'length + 1 → length - 1',
        'i <= length → i < length',
        'i < length - 1 → i <= length - 1',
        'length - 1 → length + 1',
        'after <= length → after < length',
      ],
    },
  },
  {
    why: 'The pairs on both sides of a merge are looked up again.',
    faults: {
      'src/text/tokens/merge.ts': ['at + 1 → at - 1'],
    },
  },
  {
    why: 'There is no slot before the first part: nothing is written.',
    faults: {
      'src/text/tokens/merge.ts': ['at > 0 → true', 'at > 0 → at >= 0', 'previous[start] >= 0 → true'],
    },
  },
  {
    why: 'Rank 1 is a single byte: no pair in the heap has it.',
    faults: {
      'src/text/tokens/merge.ts': ['-1 → +1'],
    },
  },
  {
    why: 'No part ends after the pretoken.',
    faults: {
      'src/text/tokens/merge.ts': ['after <= length → true'],
    },
  },
  {
    why: 'It grows when it is full.',
    faults: {
      'src/text/tokens/merge.ts': ['capacity + 1 → capacity - 1'],
    },
  },
  {
    why: 'The value taken from the end of the heap is still there, and is not less than itself.',
    faults: {
      'src/text/tokens/merge.ts': [
        'down >= size → down > size',
        'down + 1 < size → true',
        'down + 1 < size → down + 1 <= size',
        'down + 1 → down - 1',
      ],
    },
  },
  {
    why: 'A word found after a mark is the same as one found from the mark, and other characters begin no word.',
    faults: {
      'src/text/tokens/pretokens.ts': [
        'after < 0 && kind === MARK → after < 0 || kind === MARK',
        'after < 0 → true',
        'kind === MARK → true',
      ],
    },
  },
  {
    why: 'The last character is a pretoken, whatever follows the end.',
    faults: {
      'src/text/tokens/pretokens.ts': ['lead < end → true', 'lead < end → lead <= end'],
    },
  },
  {
    why: 'At the end there is no room for the letters after the apostrophe.',
    faults: {
      'src/text/tokens/pretokens.ts': ['after < end → true', 'after < end → after <= end'],
    },
  },
  {
    why: 'A word with one of them is matched earlier: only capitals are left.',
    faults: {
      'src/text/tokens/pretokens.ts': ['kind !== CASELESS → true', 'kind !== MARK → true'],
    },
  },
  {
    why: 'An entry past the last has no length, and is not inserted.',
    faults: {
      'src/text/tokens/ranks.ts': ['at < bytes.length → at <= bytes.length', 'rank < count → rank <= count'],
    },
  },
  {
    why: 'An empty token is never looked up.',
    faults: {
      'src/text/tokens/ranks.ts': ['length > 0 → true', 'length > 0 → length >= 0'],
    },
  },
  {
    why: 'Large counts are read from their own table, and 255 is the same in both.',
    faults: {
      'src/text/tokens/ruler.ts': ['tokens < 255 → false', 'tokens < 255 → tokens <= 255'],
    },
  },
  {
    why: 'Above the limit any higher number is allowed.',
    faults: {
      'src/text/tokens/ruler.ts': [
        'sure > limit || anchored === end → false',
        'sure > limit || anchored === end → sure > limit && anchored === end',
        'sure > limit → false',
      ],
    },
  },
  {
    why: 'A boundary a few characters further on is also correct.',
    faults: {
      'src/text/tokens/ruler.ts': ['next > end → false'],
    },
  },
  {
    why: 'A text of exactly that length exceeds the limit as well.',
    faults: {
      'src/text/tokens/ruler.ts': [
        'end - start > (limit + 1) * this.#tokenizer.longest → end - start >= (limit + 1) * this.#tokenizer.longest',
      ],
    },
  },
  {
    why: 'After a pretoken that ends with a line break, the part and the whole are split alike.',
    faults: {
      'src/text/tokens/ruler.ts': ['unit <= 13 → unit < 13'],
    },
  },
  {
    why: 'The same chunk for the same score.',
    faults: {
      'src/assemble/valueChunks.ts': ['known.score < score → known.score <= score'],
    },
  },
  {
    why: 'Only inserted chunks are looked up.',
    faults: {
      'src/assemble/valueChunks.ts': ['this.#chunks.get(id)?.score → this.#chunks.get(id).score'],
    },
  },
  {
    why: 'No unit has the id of its document: it is looked up and not found.',
    faults: {
      'src/assemble/valueChunks.ts': ['id === docId → false'],
    },
  },
];
