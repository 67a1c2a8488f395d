/** A typed array that grows. */
export class Growing {
  #array;
  length = 0;

  constructor(Type) {
    this.#array = new Type(1 << 16);
  }

  push(...values) {
    if (this.length + values.length > this.#array.length) {
      const wider = new this.#array.constructor(this.#array.length * 2);
      wider.set(this.#array);
      this.#array = wider;
    }
    for (const value of values) this.#array[this.length++] = value;
  }

  array() {
    return this.#array.slice(0, this.length);
  }
}
