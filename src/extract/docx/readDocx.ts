/** The bytes of a Word document → text and sections. Loaded only when there is one. */
import { Buffer } from 'node:buffer';
import mammoth from 'mammoth';
import { diagnosticOf, type Extraction } from '../extractor.js';
import { htmlBlocks } from '../html/htmlBlocks.js';
import { Layout } from '../layout.js';
import { writeBlocks } from '../writeBlocks.js';
import { zipProblem } from './zipProblem.js';

/** The package knows Heading 1 to 6 by itself. */
const styleMap = ["p[style-name='Title'] => x-title:fresh", "p[style-name='Subtitle'] => p:fresh"];

export async function readDocx(bytes: Uint8Array, path: string): Promise<Extraction> {
  const problem = zipProblem(bytes);
  if (problem) return emptyExtraction(diagnosticOf(problem.code, path, problem.message));
  try {
    const extraction = await readDocument(bytes);
    if (extraction.text.trim() !== '') return extraction;
    return { ...extraction, diagnostics: [diagnosticOf('no-text', path, 'holds no text, only pictures or nothing')] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return emptyExtraction(diagnosticOf('broken', path, `could not be read as a Word document (${reason})`));
  }
}

const emptyExtraction = (diagnostic: Extraction['diagnostics'][number]): Extraction => ({
  by: 'docx',
  text: '',
  parts: [],
  metadata: {},
  diagnostics: [diagnostic],
});

async function readDocument(bytes: Uint8Array): Promise<Extraction> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Pictures are named by their description; their bytes are not read.
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer }, { styleMap, convertImage });
  const blocks = htmlBlocks(value, 'data');
  const layout = new Layout();
  const parts = writeBlocks(layout, blocks);
  const title = blocks.find(({ kind }) => kind === 'title')?.text;
  return {
    by: 'docx',
    text: layout.text(),
    parts,
    metadata: title === undefined ? {} : { title },
    diagnostics: [],
  };
}
