/** A way of writing an entry into a text that somebody else may have written. */
export interface ConfigFormat {
  /** The entry alone, as a person would add it. */
  draw(path: Path, entry: object): string;
  /**
   * The text with the entry, everything else untouched. An entry that is there
   * is left as it is: it may have been changed on purpose. Undefined when none
   * can be put in safely.
   */
  put(text: string, path: Path, entry: object): string | undefined;
}

/** Keys that lead to an entry: `mcpServers`, `froe`. */
export type Path = readonly [group: string, name: string];
