/**
 * A PDF written by hand: pages of lines at given places, bookmarks, and what can
 * be wrong with one.
 */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

export interface PdfFile {
  readonly pages: readonly (readonly Placed[])[];
  /** Title, page from 0, and depth from 0. */
  readonly bookmarks?: readonly (readonly [string, number, number?])[];
  readonly title?: string;
  /** Says that it is encrypted, with a key nobody has. */
  readonly encrypted?: boolean;
}

const escaped = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

export function pdfFile({ pages, bookmarks = [], title, encrypted = false }: PdfFile): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const tree = add('');
  const pageIds = pages.map((lines) => {
    const shown = lines
      .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm ${escaped(text)} Tj ET`)
      .join('\n');
    const content = add(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 600 800] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`;
  const outline = bookmarks.length > 0 ? writeOutline(bookmarks, pageIds, objects) : 0;
  const catalog = add(`<< /Type /Catalog /Pages ${tree} 0 R ${outline ? `/Outlines ${outline} 0 R` : ''} >>`);
  const info = title === undefined ? 0 : add(`<< /Title ${escaped(title)} >>`);
  const lock = encrypted
    ? add(`<< /Filter /Standard /V 1 /R 2 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`)
    : 0;
  let text = '%PDF-1.4\n';
  const places = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const at of places) text += `${String(at).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R ${info ? `/Info ${info} 0 R` : ''} ${lock ? `/Encrypt ${lock} 0 R /ID [<00> <00>]` : ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Each bookmark is told its parent, its neighbours and its first and last child. */
function writeOutline(bookmarks: PdfFile['bookmarks'] & {}, pageIds: readonly number[], objects: string[]): number {
  const root = objects.push('');
  const first = objects.length + 1;
  const ids = bookmarks.map((_, i) => first + i);
  const depth = (i: number): number => bookmarks[i][2] ?? 0;
  const parent = (i: number): number => {
    for (let at = i - 1; at >= 0; at--) if (depth(at) < depth(i)) return at;
    return -1;
  };
  const children = (i: number): number[] => bookmarks.map((_, at) => at).filter((at) => parent(at) === i);
  const ends = (list: readonly number[]): string =>
    list.length === 0 ? '' : `/First ${ids[list[0]]} 0 R /Last ${ids[list[list.length - 1]]} 0 R /Count ${list.length}`;
  objects[root - 1] = `<< /Type /Outlines ${ends(children(-1))} >>`;
  for (const [i, [title, page]] of bookmarks.entries()) {
    const siblings = children(parent(i));
    const place = siblings.indexOf(i);
    const near = [
      place > 0 ? `/Prev ${ids[siblings[place - 1]]} 0 R` : '',
      place < siblings.length - 1 ? `/Next ${ids[siblings[place + 1]]} 0 R` : '',
    ].join(' ');
    const up = parent(i) < 0 ? root : ids[parent(i)];
    objects.push(
      `<< /Title ${escaped(title)} /Parent ${up} 0 R ${near} ${ends(children(i))} /Dest [${pageIds[page]} 0 R /XYZ 0 800 0] >>`,
    );
  }
  return root;
}

/** Lines below each other from the top, `pitch` apart. */
export const column = (lines: readonly string[], x = 50, top = 750, pitch = 12): Placed[] =>
  lines.flatMap((text, i) => (text === '' ? [] : [{ x, y: top - i * pitch, text }]));

/** Damaged in ways that make the library which reads them lose sight of a promise that fails. */
export const dropsPromises: Readonly<Record<string, Uint8Array>> = {
  'no page in the list of pages.pdf': harmed(['[4 0 R 6 0 R]', '[3 0 R 6 0 R]']),
  'no number of a page.pdf': harmed(['[4 0 R 6 0 R]', '[- 0 R 6 0 R]']),
  'no count and no page.pdf': harmed(['/Count 2', '/oount 2'], ['6 0 obj', '6 0 ob ']),
};

function harmed(...changes: readonly [string, string][]): Uint8Array {
  const good = pdfFile({ pages: [column(['one']), column(['two'])], bookmarks: [['one', 0]] });
  const text = Buffer.from(good).toString('latin1');
  return Buffer.from(
    changes.reduce((harmed, [from, to]) => harmed.replace(from, to), text),
    'latin1',
  );
}
