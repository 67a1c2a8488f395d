/** The bytes of a Word document → text and sections. Loaded only when there is one. */
import { Buffer } from 'node:buffer';
import mammoth from 'mammoth';
import type { Extraction } from '../extractor.js';
import { readBlocks } from '../html/readBlocks.js';
import { Layout } from '../layout.js';
import { writeBlocks } from '../writeBlocks.js';

/** The package knows Heading 1 to 6 by itself. */
const styleMap = ["p[style-name='Title'] => x-title:fresh", "p[style-name='Subtitle'] => p:fresh"];

export async function readDocument(bytes: Uint8Array): Promise<Extraction> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Pictures are named by their description; their bytes are not read.
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer }, { styleMap, convertImage });
  const blocks = readBlocks(value, 'data');
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
