/**
 * Jupyter notebooks, nbformat 3 and 4. The text is what a reader sees: the
 * sources of the cells in order, each followed by a summary of what it printed,
 * with blank lines between.
 *
 *     # Prices                  cell 1, inner language markdown
 *
 *     x = load()                cell 2, inner language python
 *
 *     <Frame 3 x 2>             its output, weight 0.3
 *
 * A notebook that is no JSON any more is read as the text it is.
 */
import type { Node } from '../types.js';
import { type Extraction, type Extractor, extensionOf } from './extractor.js';
import { isObject, type JsonObject, objectIn, objectsIn, readJson, stringIn } from './json.js';
import { Layout, present } from './layout.js';
import { type NotebookCell, readCell } from './notebook/readCell.js';
import { summarise } from './notebook/summarise.js';

/** What a program printed says less than what was written about it. */
const OUTPUT_WEIGHT = 0.3;

export const notebook: Extractor = {
  id: 'notebook',
  claims: (filename) => extensionOf(filename) === '.ipynb',
  async extract(bytes) {
    const file = readJson(bytes);
    if (!isObject(file)) return undefined;
    const cells = cellsOf(file);
    return cells && layOutNotebook(cells.map(readCell), file);
  },
};

/** nbformat 4 has a list of cells; 3 has worksheets that have one each. */
function cellsOf(file: JsonObject): readonly JsonObject[] | undefined {
  if (Array.isArray(file.cells)) return objectsIn(file.cells);
  if (Array.isArray(file.worksheets)) return objectsIn(file.worksheets).flatMap(({ cells }) => objectsIn(cells));
  return undefined;
}

function layOutNotebook(cells: readonly NotebookCell[], file: JsonObject): Extraction {
  const layout = new Layout();
  const metadata = objectIn(file.metadata);
  const kernel = kernelLanguage(metadata);
  const parts: (Node | undefined)[] = [];
  for (const [index, cell] of cells.entries()) {
    const meta = { cell: index + 1, ...cell.meta };
    if (cell.source.trim() !== '') {
      layout.gap();
      parts.push(writeCell(layout, cell, kernel, meta));
    }
    for (const output of cell.outputs) {
      const summary = summarise(output);
      if (summary.trim() === '') continue;
      layout.gap();
      const start = layout.at;
      layout.line(summary);
      parts.push(layout.part('output', start, { grain: 'lines', weight: OUTPUT_WEIGHT, meta }));
    }
  }
  const title = stringIn(metadata.title) ?? firstHeading(cells);
  return {
    by: 'notebook',
    text: layout.text(),
    parts: present(parts),
    metadata: {
      ...(title === undefined ? {} : { title }),
      ...(kernel === undefined ? {} : { kernel_language: kernel }),
      cell_count: cells.length,
    },
    diagnostics: [],
  };
}

function writeCell(
  layout: Layout,
  cell: NotebookCell,
  kernel: string | undefined,
  meta: Node['meta'] & {},
): Node | undefined {
  const start = layout.at;
  layout.line(cell.source);
  const language = cell.language ?? (cell.kind === 'code' ? kernel : undefined);
  // A first line such as `%%bash` belongs to the notebook, not to what it runs.
  const from = start + cell.magic;
  const silent = language === undefined || cell.source.slice(cell.magic).trim() === '';
  const inner = silent ? {} : { inner: { language, start: from, end: layout.at } };
  return layout.part(cell.kind, start, { grain: cell.kind === 'code' ? 'lines' : 'prose', ...inner, meta });
}

/** nbformat keeps it in one of three places, the most exact first. */
function kernelLanguage(metadata: JsonObject): string | undefined {
  const language =
    stringIn(objectIn(metadata.language_info).name) ??
    stringIn(objectIn(metadata.kernelspec).language) ??
    stringIn(metadata.language);
  return language?.toLowerCase();
}

/** `# Prices`, or `Prices` above a line of `=`, of the first cell that has one before any code. */
function firstHeading(cells: readonly NotebookCell[]): string | undefined {
  for (const { kind, source } of cells) {
    if (kind !== 'markdown') continue;
    const heading = /^# +(\S[^\n]*)|^(\S[^\n]*)\n=+[ \t]*$/m.exec(source.split('```', 1)[0]);
    if (heading) return (heading[1] ?? heading[2]).trim();
  }
  return undefined;
}
