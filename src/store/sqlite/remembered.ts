/** Values by name, each worked out once as long as nobody writes; some hundreds of them. */
const MAX_ENTRIES = 500;

export class VersionedCache<T> {
  readonly #values = new Map<string, T>();
  #version = '';

  get(name: string, version: string, make: () => T): T {
    if (version !== this.#version || this.#values.size >= MAX_ENTRIES) this.#values.clear();
    this.#version = version;
    const known = this.#values.get(name) ?? make();
    this.#values.set(name, known);
    return known;
  }
}
