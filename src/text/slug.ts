import { checkArgument } from '../checkArgument.js';

/**
 * A heading as an anchor: lower case, ASCII letters, digits and `_` kept, runs
 * of spaces and hyphens one hyphen, the rest dropped, `heading` when nothing is
 * left.
 *
 *     slug('What’s new in 2.0?')  → 'whats-new-in-20'
 */
export function slug(heading: string): string {
  checkArgument('slug()', 'text', heading);
  const lower = heading.toLowerCase();
  let kept = '';
  let hyphen = false;
  for (let i = 0; i < lower.length; i++) {
    const unit = lower.charCodeAt(i);
    const stays = (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit === 95;
    if (stays) {
      if (hyphen && kept !== '') kept += '-';
      hyphen = false;
      kept += lower[i];
    } else if (unit === 45 || isSpace(unit)) hyphen = true;
  }
  return kept || 'heading';
}

const isSpace = (unit: number): boolean =>
  unit === 32 || (unit >= 9 && unit <= 13) || (unit > 127 && /\s/.test(String.fromCharCode(unit)));

/**
 * Slugs of one document. A repeated one gets -1, -2, …, and a number that some
 * heading has already taken by itself is passed over:
 *
 *     Foo, Foo, Foo 1  → foo, foo-1, foo-1-1
 */
export class Slugs {
  readonly #used = new Set<string>();
  readonly #next = new Map<string, number>();

  take(heading: string): string {
    const base = slug(heading);
    if (!this.#used.has(base)) {
      this.#used.add(base);
      return base;
    }
    let unique = base;
    let n = this.#next.get(base) ?? 1;
    while (this.#used.has(unique)) unique = `${base}-${n++}`;
    this.#next.set(base, n);
    this.#used.add(unique);
    return unique;
  }
}
