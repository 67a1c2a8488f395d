/** A way of writing an entry into a text that somebody else may have written. */
export interface ConfigFormat {
  /** The entry alone, as a person would add it. */
  render(path: EntryPath, entry: object): string;
  /**
   * The text with the entry, everything else untouched. An entry that is there
   * is left as it is: it may have been changed on purpose. Undefined when none
   * can be put in safely.
   */
  insert(text: string, path: EntryPath, entry: object): string | undefined;
}

/** Keys that lead to an entry: `mcpServers`, `froe`. */
export type EntryPath = readonly [group: string, name: string];
