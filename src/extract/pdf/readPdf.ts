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
  readonly maxChars: number;
}
const LIMITS: PdfLimits = { maxPages: 20_000, maxChars: 64 * 1024 * 1024 };

/** The library keeps the bytes. It reads nothing else from this machine, so the same bytes give the same text. */
export function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  onPage: () => void,
  limits = LIMITS,
): Promise<Extraction> {
  return readDocument(bytes, path, onPage, limits).catch((error: unknown) => failedExtraction(error, path));
}

function failedExtraction(error: unknown, path: string): Extraction {
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
  limits: PdfLimits,
): Promise<Extraction> {
  const { getDocument } = await getResolvedPDFJS();
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    return await readPages(await task.promise, path, onPage, limits);
  } finally {
    await task.destroy();
  }
}

async function readPages(
  pdf: PDFDocumentProxy,
  path: string,
  onPage: () => void,
  limits: PdfLimits,
): Promise<Extraction> {
  const layout = new Layout();
  const bookmarks = await pdfBookmarks(pdf);
  const parts: (Node | undefined)[] = [];
  const unreadablePages: number[] = [];
  let section = ''; // the last heading of the pages so far
  let pagesRead = 0;
  for (; pagesRead < Math.min(pdf.numPages, limits.maxPages) && layout.at < limits.maxChars; pagesRead++) {
    const index = pagesRead;
    const words = await wordsOf(pdf, index + 1);
    onPage();
    if (words === undefined) unreadablePages.push(index + 1);
    const pageBookmarks = bookmarks.get(index) ?? [];
    const { blocks, headings } = pdfBlocks(pdfLines(words ?? []), pageBookmarks);
    if (blocks.length === 0) continue;
    layout.gap();
    const start = layout.at;
    const children = withSectionPaths(
      writeBlocks(layout, blocks),
      headings,
      hasTextAboveHeading(blocks) ? section : '',
    );
    const meta = { page: index + 1 };
    parts.push(layout.part('page', start, { name: `page ${index + 1}`, children, meta }));
    section = pageBookmarks.at(-1)?.path ?? section;
  }
  const text = layout.text();
  return {
    by: 'pdf',
    text,
    parts: present(parts),
    metadata: { ...(await infoOf(pdf)), page_count: pdf.numPages },
    diagnostics: diagnosticsOf(path, text, { pages: pdf.numPages, pagesRead, unreadablePages }),
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
function hasTextAboveHeading(blocks: readonly ExtractedBlock[]): boolean {
  const first = blocks.findIndex(({ kind }) => kind === 'heading');
  return blocks.slice(0, first < 0 ? blocks.length : first).some(({ text }) => !/^[\divxlc .-]+$/i.test(text));
}

/**
 * Sections get their whole path; the text above the first of them continues
 * the last section of the pages before.
 */
function withSectionPaths(nodes: readonly Node[], headings: readonly Bookmark[], previousSection: string): Node[] {
  let at = 0;
  const visit = (node: Node): Node => {
    if (node.kind !== 'section') return node;
    const section = headings[at++]?.path ?? '';
    return { ...node, children: node.children.map(visit), meta: { ...node.meta, section } };
  };
  const first = nodes.findIndex(({ kind }) => kind === 'section');
  const continued = nodes.slice(0, first < 0 ? nodes.length : first);
  const sections = nodes.slice(continued.length).map(visit);
  if (previousSection === '' || continued.length === 0) return [...continued, ...sections];
  const [{ start }] = continued;
  const end = continued[continued.length - 1].end;
  return [
    { kind: 'continued', start, end, children: continued, grain: 'prose', meta: { section: previousSection } },
    ...sections,
  ];
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
  readonly pagesRead: number;
  readonly unreadablePages: readonly number[];
}

function diagnosticsOf(path: string, text: string, { pages, pagesRead, unreadablePages }: Counts): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (pagesRead < pages)
    diagnostics.push(diagnosticOf('too-large', path, `has ${pages} pages; those after page ${pagesRead} are left out`));
  if (unreadablePages.length > 0) {
    const which = `${unreadablePages.length === 1 ? 'page' : 'pages'} ${unreadablePages.slice(0, 10).join(', ')}${unreadablePages.length > 10 ? ' …' : ''}`;
    diagnostics.push(diagnosticOf('broken', path, `${which} could not be read`));
  }
  if (text.trim() === '' && unreadablePages.length < pagesRead) {
    const count = pages === 1 ? 'one page' : `${pages} pages`;
    diagnostics.push(diagnosticOf('no-text', path, `has ${count} and no text: scanned, or pictures only`));
  }
  return diagnostics;
}
