/** The outline of a PDF, flat and in order, by page: which titles begin there, and how deep. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs';

export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly depth: number;
  /** With those above it: `Guide > Setup`. */
  readonly path: string;
}

interface OutlineEntry {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly OutlineEntry[];
}

/** A table of contents has no more; what has is made to be large. */
const MAX_BOOKMARKS = 20_000;

/** Keys are pages, from 0. */
export async function pdfBookmarks(pdf: PDFDocumentProxy): Promise<ReadonlyMap<number, readonly Bookmark[]>> {
  const found = new Map<number, Bookmark[]>();
  let read = 0;
  const outline: readonly OutlineEntry[] = (await pdf.getOutline().catch(() => null)) ?? [];
  const left = outline.map((entry) => ({ entry, depth: 1, above: '' })).reverse();
  for (let next = left.pop(); next !== undefined && read < MAX_BOOKMARKS; next = left.pop()) {
    const { entry, depth, above } = next;
    read++;
    const title = entry.title.replace(/\s+/g, ' ').trim().toWellFormed();
    const path = above === '' ? title : `${above} > ${title}`;
    const page = await pageOf(pdf, entry.dest);
    if (page !== undefined && title !== '') {
      const here = found.get(page) ?? [];
      here.push({ title, depth, path });
      found.set(page, here);
    }
    for (let i = entry.items.length - 1; i >= 0; i--)
      left.push({ entry: entry.items[i], depth: depth + 1, above: path });
  }
  return found;
}

/** A destination is a list that begins with a page, or the name of one. */
async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | undefined> {
  try {
    const place: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (!Array.isArray(place)) return undefined;
    const [page]: unknown[] = place;
    if (typeof page === 'number') return page;
    return isReference(page) ? await pdf.getPageIndex(page) : undefined;
  } catch {
    return undefined; // it leads nowhere
  }
}

const isReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
