/** A zip of texts, stored as they are. */
import { crc32, deflateRawSync } from 'node:zlib';

export function zipped(files: Readonly<Record<string, string>>, flags = 0): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    // version, flags, method, time, date, crc, packed, unpacked, length of name, of extra
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, where, name]));
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, list, end]));
}

/** A zip with one entry, packed: what it says of its size may be a lie. */
export function packedZip(name: string, data: Buffer, claimed = data.length): Uint8Array {
  const packed = deflateRawSync(data);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claimed, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, entry, end]));
}

/** A Word document around the XML of its body. */
export function wordDocument(body: string, flags = 0): Uint8Array {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const style = (id: string, name: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const level = (format: string): string => `<w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl>`;
  return zipped(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="s" Type="${office}/styles" Target="styles.xml"/><Relationship Id="n" Type="${office}/numbering" Target="numbering.xml"/></Relationships>`,
      'word/styles.xml': `<w:styles xmlns:w="${word}">${style('T', 'Title')}${[1, 2, 3].map((n) => style(`H${n}`, `heading ${n}`)).join('')}</w:styles>`,
      'word/numbering.xml': `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="0">${level('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level('decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    },
    flags,
  );
}

export const paragraph = (text: string, style = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const item = (text: string, list: 1 | 2): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
export const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map(
      (cells, i) =>
        `<w:tr>${i === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`;
