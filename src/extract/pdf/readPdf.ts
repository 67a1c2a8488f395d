/** The bytes of a PDF → text and pages. Loaded only when there is one. */
import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { Diagnostic, Node } from '../../types.js';
import { diagnosticOf, type Extraction } from '../extractor.js';
import { Layout, present } from '../layout.js';
import { type ExtractedBlock, writeBlocks } from '../writeBlocks.js';
import { type Bookmark, pdfBlocks, pdfBookmarks } from './pdfBlocks.js';
import { type PdfWord, pdfLines } from './pdfLines.js';

/** Limits for all pages together: a few kilobytes can have any number of pages that show the same text. */
interface PdfLimits {
  readonly maxPages: number;
  /** Code units. */
  readonly maxLength: number;
}
const LIMITS: PdfLimits = { maxPages: 20_000, maxLength: 64 * 1024 * 1024 };

/** The library keeps the bytes. It reads nothing else from this machine, so the same bytes give the same text. */
export function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  onPage: () => void,
  bounds = LIMITS,
): Promise<Extraction> {
  return readDocument(bytes, path, onPage, bounds).catch((error: unknown) => refused(error, path));
}

function refused(error: unknown, path: string): Extraction {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const diagnostic =
    name === 'PasswordException'
      ? diagnosticOf('encrypted', path, 'is encrypted with a password')
      : diagnosticOf('broken', path, `could not be read as PDF (${message})`);
  return { by: 'pdf', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
}

async function readDocument(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  onPage: () => void,
  bounds: PdfLimits,
): Promise<Extraction> {
  const { getDocument } = await getResolvedPDFJS();
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    return await readPages(await task.promise, path, onPage, bounds);
  } finally {
    await task.destroy();
  }
}

async function readPages(
  pdf: PDFDocumentProxy,
  path: string,
  onPage: () => void,
  bounds: PdfLimits,
): Promise<Extraction> {
  const layout = new Layout();
  const bookmarks = await pdfBookmarks(pdf);
  const parts: (Node | undefined)[] = [];
  const lost: number[] = [];
  let section = ''; // the last heading of the pages so far
  let read = 0;
  for (; read < Math.min(pdf.numPages, bounds.maxPages) && layout.at < bounds.maxLength; read++) {
    const index = read;
    const words = await wordsOf(pdf, index + 1);
    onPage();
    if (words === undefined) lost.push(index + 1);
    const here = bookmarks.get(index) ?? [];
    const { blocks, headings } = pdfBlocks(pdfLines(words ?? []), here);
    if (blocks.length === 0) continue;
    layout.gap();
    const start = layout.at;
    const children = withSectionPaths(writeBlocks(layout, blocks), headings, goesOn(blocks) ? section : '');
    const meta = { page: index + 1 };
    parts.push(layout.part('page', start, { name: `page ${index + 1}`, children, meta }));
    section = here.at(-1)?.path ?? section;
  }
  const text = layout.text();
  return {
    by: 'pdf',
    text,
    parts: present(parts),
    metadata: { ...(await infoOf(pdf)), page_count: pdf.numPages },
    diagnostics: diagnosticsOf(path, text, { pages: pdf.numPages, read, lost }),
  };
}

async function wordsOf(pdf: PDFDocumentProxy, number: number): Promise<PdfWord[] | undefined> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.flatMap((item) => ('str' in item ? [item] : []));
  } catch {
    return undefined;
  }
}

/** Whether there is more than a page number above the first heading. */
function goesOn(blocks: readonly ExtractedBlock[]): boolean {
  const first = blocks.findIndex(({ kind }) => kind === 'heading');
  return blocks.slice(0, first < 0 ? blocks.length : first).some(({ text }) => !/^[\divxlc .-]+$/i.test(text));
}

/**
 * Sections get their whole path; the text above the first of them continues
 * the last section of the pages before.
 */
function withSectionPaths(nodes: readonly Node[], headings: readonly Bookmark[], before: string): Node[] {
  let at = 0;
  const visit = (node: Node): Node => {
    if (node.kind !== 'section') return node;
    const section = headings[at++]?.path ?? '';
    return { ...node, children: node.children.map(visit), meta: { ...node.meta, section } };
  };
  const first = nodes.findIndex(({ kind }) => kind === 'section');
  const continued = nodes.slice(0, first < 0 ? nodes.length : first);
  const rest = nodes.slice(continued.length).map(visit);
  if (before === '' || continued.length === 0) return [...continued, ...rest];
  const [{ start }] = continued;
  const end = continued[continued.length - 1].end;
  return [{ kind: 'continued', start, end, children: continued, grain: 'prose', meta: { section: before } }, ...rest];
}

/** Programs write file names into the title; those are left out. */
async function infoOf(pdf: PDFDocumentProxy): Promise<Record<string, unknown>> {
  const data = await pdf.getMetadata().catch(() => undefined);
  const info: Record<string, unknown> = { ...data?.info };
  const infoText = (key: string): string =>
    typeof info[key] === 'string' ? info[key].replace(/\s+/g, ' ').trim().toWellFormed() : '';
  const title = infoText('Title').replace(/^Microsoft (Word|PowerPoint|Excel) - /, '');
  const isTitle = title !== '' && !/^untitled\b|\.\w{2,4}$/i.test(title);
  const author = infoText('Author');
  return { ...(isTitle ? { title } : {}), ...(author === '' ? {} : { author }) };
}

interface Counts {
  readonly pages: number;
  readonly read: number;
  readonly lost: readonly number[];
}

function diagnosticsOf(path: string, text: string, { pages, read, lost }: Counts): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (read < pages)
    found.push(diagnosticOf('too-large', path, `has ${pages} pages; those after page ${read} are left out`));
  if (lost.length > 0) {
    const which = `${lost.length === 1 ? 'page' : 'pages'} ${lost.slice(0, 10).join(', ')}${lost.length > 10 ? ' …' : ''}`;
    found.push(diagnosticOf('broken', path, `${which} could not be read`));
  }
  if (text.trim() === '' && lost.length < read) {
    const count = pages === 1 ? 'one page' : `${pages} pages`;
    found.push(diagnosticOf('no-text', path, `has ${count} and no text: scanned, or pictures only`));
  }
  return found;
}
