/**
 * An exact byte-pair tokenizer over UTF-16: pretokens by hand-written rules, then
 * merged. Counts of pretokens are cached in a table that allocates nothing on a
 * hit. A text is read in blocks, so that 100 MB need no second copy, and no
 * input makes it quadratic.
 */
import { widthAt } from './classes.js';
import { Merge } from './merge.js';
import { PretokenCache } from './pretokenCache.js';
import { LOOKAHEAD, type NextPretoken } from './pretokens.js';
import type { Ranks } from './ranks.js';
import { BytePairRuler, Marks } from './ruler.js';
import type { Ruler, Tokenizer } from './tokenizer.js';

const BLOCK = 1 << 16;
/**
 * Longer pretokens are rare and not cached. Rules of dashes and the spaces that fill
 * a table's cells are shorter: 300 of them in 4 MB of readmes took a tenth of the
 * time of cutting.
 */
const CACHED_LENGTH = 1024;

export class BytePair implements Tokenizer {
  readonly name: string;
  /** No token is longer than this many bytes. */
  readonly longest: number;
  readonly #next: NextPretoken;
  readonly #merge: Merge;
  readonly #cache = new PretokenCache(CACHED_LENGTH);
  readonly #longCounts = new LongCounts();
  #block = Buffer.alloc(BLOCK * 2);
  #units = new Uint16Array(this.#block.buffer, this.#block.byteOffset, BLOCK);
  #bytes = new Uint8Array(CACHED_LENGTH * 3);

  constructor(name: string, ranks: Ranks, next: NextPretoken) {
    this.name = name;
    this.longest = ranks.longest;
    this.#next = next;
    this.#merge = new Merge(ranks);
  }

  count(text: string, limit = Number.POSITIVE_INFINITY): number {
    return this.#scan(text, limit);
  }

  ruler(text: string): Ruler {
    return new BytePairRuler(text, this.marks(text), this);
  }

  marks(text: string): Marks {
    const marks = new Marks(text.length);
    this.#scan(text, Number.POSITIVE_INFINITY, marks);
    return marks;
  }

  /** End of each token, in UTF-16 code units; for one that ends inside a character, the start of that character. */
  tokenEnds(text: string): number[] {
    const ends: number[] = [];
    const byteEnds: number[] = [];
    const marks = this.marks(text);
    for (let start = 0, end = 1; start < text.length; start = end, end++) {
      while (!marks.starts(end)) end++;
      this.#load(text, start, end);
      byteEnds.length = 0;
      this.#merge.run(this.#encode(0, end - start), this.#encoded, byteEnds);
      charEnds(this.#units, end - start, byteEnds, start, ends);
    }
    return ends;
  }

  /** The end of the pretoken that starts at `at`, reading no further than `end`. */
  pretokenEnd(text: string, at: number, end: number): number {
    for (let size = 64; ; size *= 8) {
      const stop = Math.min(end, at + size);
      this.#load(text, at, stop);
      const length = this.#next(this.#units, 0, stop - at);
      if (length + LOOKAHEAD <= stop - at || stop === end) return at + length;
    }
  }

  /**
   * Counts block by block. A pretoken near a block's end is left for the next block,
   * which starts with it; for a pretoken longer than a block, the block grows.
   */
  #scan(text: string, limit: number, marks?: Marks): number {
    const length = text.length;
    const next = this.#next;
    const cache = this.#cache;
    let size = BLOCK;
    let total = 0;
    for (let base = 0; base < length; ) {
      const stop = Math.min(length, base + size);
      this.#load(text, base, stop);
      const units = this.#units;
      const loaded = stop - base;
      const safe = stop === length ? loaded : loaded - LOOKAHEAD;
      let at = 0;
      while (at < loaded) {
        const end = next(units, at, loaded);
        if (end > safe) break;
        let tokens = 1;
        if (end - at > 1 || units[at] >= 128) {
          tokens = cache.find(units, at, end);
          if (tokens === 0) {
            tokens = end - at > CACHED_LENGTH ? this.#long(at, end) : this.#merged(at, end);
            cache.keep(units, at, end, tokens);
          }
        }
        total += tokens;
        if (marks) marks.set(base + at, tokens);
        at = end;
        if (total > limit) return total;
      }
      size = at === 0 ? size * 4 : BLOCK;
      base += at;
    }
    return total;
  }

  #merged(start: number, end: number): number {
    const bytes = this.#encode(start, end);
    return this.#merge.run(bytes, this.#encoded);
  }

  #long(start: number, end: number): number {
    return this.#longCounts.of(this.#block.toString('utf16le', start * 2, end * 2), () => this.#merged(start, end));
  }

  #load(text: string, start: number, end: number): void {
    if (end - start > this.#units.length) {
      const size = 2 ** Math.ceil(Math.log2(end - start));
      this.#block = Buffer.alloc(size * 2);
      this.#units = new Uint16Array(this.#block.buffer, this.#block.byteOffset, size);
    }
    this.#block.write(start === 0 && end === text.length ? text : text.slice(start, end), 0, 'utf16le');
  }

  #encoded = 0;

  /** UTF-8 of the loaded `[start, end)`, its length left in `#encoded`. A lone surrogate becomes U+FFFD. */
  #encode(start: number, end: number): Uint8Array {
    const units = this.#units;
    if ((end - start) * 3 > this.#bytes.length) this.#bytes = new Uint8Array((end - start) * 3);
    const bytes = this.#bytes;
    let n = 0;
    for (let i = start; i < end; i++) {
      let unit = units[i];
      if (unit < 0x80) {
        bytes[n++] = unit;
        continue;
      }
      if (unit < 0x800) {
        bytes[n++] = 0xc0 | (unit >> 6);
        bytes[n++] = 0x80 | (unit & 63);
        continue;
      }
      if ((unit & 0xf800) === 0xd800) {
        const low = i + 1 < end ? units[i + 1] : 0;
        if (unit < 0xdc00 && (low & 0xfc00) === 0xdc00) {
          const code = (unit - 0xd800) * 1024 + (low - 0xdc00) + 0x10000;
          bytes[n++] = 0xf0 | (code >> 18);
          bytes[n++] = 0x80 | ((code >> 12) & 63);
          bytes[n++] = 0x80 | ((code >> 6) & 63);
          bytes[n++] = 0x80 | (code & 63);
          i++;
          continue;
        }
        unit = 0xfffd;
      }
      bytes[n++] = 0xe0 | (unit >> 12);
      bytes[n++] = 0x80 | ((unit >> 6) & 63);
      bytes[n++] = 0x80 | (unit & 63);
    }
    this.#encoded = n;
    return bytes;
  }
}

/** Byte ends within a pretoken → code-unit ends within the text, which has the pretoken at `base`. */
function charEnds(units: Uint16Array, length: number, byteEnds: readonly number[], base: number, into: number[]): void {
  let byte = 0;
  let char = 0;
  for (const byteEnd of byteEnds) {
    while (char < length) {
      const unit = units[char];
      const pair = widthAt(units, char, length) === 2;
      const width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
      if (byte + width > byteEnd) break;
      byte += width;
      char += pair ? 2 : 1;
    }
    into.push(base + char);
  }
}

/**
 * Token counts of pretokens too long for the table. The parts of one endless word
 * are alike: a million equals signs are cut at regular distances, and then counted
 * from each cut to each of the next sixteen.
 */
const MAX_CACHED_PRETOKENS = 256;
const MAX_CACHED_CHARS = 1 << 22;

export class LongCounts {
  readonly #counts = new Map<string, number>();
  #units = 0;

  /** `pretoken`: a string of its own. A slice would keep the whole text it is from. */
  of(pretoken: string, count: () => number): number {
    const known = this.#counts.get(pretoken);
    if (known !== undefined) return known;
    const tokens = count();
    if (this.#counts.size === MAX_CACHED_PRETOKENS || this.#units + pretoken.length > MAX_CACHED_CHARS) {
      this.#counts.clear();
      this.#units = 0;
    }
    this.#counts.set(pretoken, tokens);
    this.#units += pretoken.length;
    return tokens;
  }
}
