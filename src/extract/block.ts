/** A stretch of a document that stands on lines of its own, before it is written down. */
export interface ExtractedBlock {
  readonly kind: 'title' | 'heading' | 'paragraph' | 'item' | 'row' | 'pre';
  /** Depth of a heading, or of the list an item is in, from 1; 1 for a row of headings; else 0. */
  readonly level: number;
  /** How many quotes it stands in. */
  readonly quote: number;
  /** Rows of one table, items of one outermost list: the same number. */
  readonly group: number;
  readonly text: string;
}
