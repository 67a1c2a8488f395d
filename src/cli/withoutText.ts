/** Files of a folder that are empty or not text: they are only counted, and reported in one line. */
import type { Trouble } from '../engine/cutting.js';
import { warn } from './output.js';

export class WithoutText {
  #binary = 0;
  #empty = 0;

  /** Whether the trouble is one of these, and now counted. */
  counts({ code }: Pick<Trouble, 'code'>): boolean {
    if (code === 'binary') this.#binary++;
    else if (code === 'empty') this.#empty++;
    else return false;
    return true;
  }

  sumUp(): void {
    const [binary, empty] = [this.#binary, this.#empty];
    if (binary > 0 && empty > 0) warn(`${files(binary)} not text, ${files(empty)} empty: skipped`);
    else if (binary > 0) warn(`${files(binary)} not text and ${were(binary)} skipped`);
    else if (empty > 0) warn(`${files(empty)} empty and ${were(empty)} skipped`);
  }
}

const files = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'file is' : 'files are'}`;
const were = (n: number): string => (n === 1 ? 'was' : 'were');
