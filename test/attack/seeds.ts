/** The seed files of the fuzzer: real files, mixtures of each format's own words, and files that text is extracted from. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '../../src/parse/index.js';
import { subjects } from '../contract/subjects.js';
import { bytesOf } from '../extract/extracting.js';
import { column, pdfFile } from '../extract/pdfFile.js';
import { item, paragraph, table, wordDocument } from '../extract/zipped.js';
import type { SeededRandom } from './seededRandom.js';

export interface Seed {
  readonly path: string;
  readonly bytes: (dice: SeededRandom) => Uint8Array;
}

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const MOST_BYTES = 20_000;

const files = (folder: string, names: readonly string[]): Seed[] =>
  names.map((name) => {
    const bytes = readFileSync(join(folder, name)).subarray(0, MOST_BYTES);
    return { path: basename(name), bytes: () => bytes };
  });

const mixtures: readonly Seed[] = subjects.map(({ path, words }) => ({
  path,
  bytes: (dice) => Buffer.from(Array.from({ length: 5 + dice.below(150) }, () => dice.pick(words)).join('')),
}));

const mail = `From: Ann <ann@x.org>
To: Bob <bob@x.org>
Subject: =?utf-8?B?UGxhbmtz?=
Message-ID: <1@x>
In-Reply-To: <0@x>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Caf=C3=A9 at noon?

> On Monday Bob wrote:
> > Yes.
-- =20
Ann
--b
Content-Type: text/html

<html><body><p>Caf&eacute; at <b>noon</b>?</p><table><tr><td>1</td></tr></table></body></html>
--b--
`;
const notebook = JSON.stringify({
  nbformat: 4,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# Planks\n', 'About wood.'] },
    { cell_type: 'code', source: 'print(1)', outputs: [{ output_type: 'stream', text: ['1\n'] }], execution_count: 1 },
    { cell_type: 'code', source: [], outputs: [{ output_type: 'error', ename: 'E', traceback: ['a', 'b'] }] },
  ],
});
const chat = JSON.stringify({
  messages: [
    { role: 'user', content: 'Which wood?' },
    { role: 'assistant', content: [{ type: 'text', text: 'Oak.' }] },
  ],
});
const word = wordDocument(
  paragraph('Wood', 'T') + paragraph('Oak', 'H1') + paragraph('Hard.') + item('one', 1) + table(['a', 'b'], ['1', '2']),
);
const pdf = pdfFile({ pages: [column(['One line.', 'And another one.'])], title: 'Planks', bookmarks: [['Start', 0]] });

const extractedSeeds: readonly Seed[] = Object.entries({
  'a.eml': bytesOf(mail),
  'a.mbox': bytesOf(`From a Tue Jan  2 10:15:03 2024\n${mail}\nFrom b Tue Jan  2 10:16:03 2024\n${mail}`),
  'a.ipynb': bytesOf(notebook),
  'chat.json': bytesOf(chat),
  'a.docx': word,
  'a.pdf': pdf,
  'two-pages.pdf': pdfFile({ pages: [column(['One.']), column(['Two.'])], bookmarks: [['One.', 0]] }),
}).map(([path, bytes]) => ({ path, bytes: () => bytes }));

/** Real code under the name of any language, grammar or none. */
const renamed = (seeds: readonly Seed[]): Seed[] =>
  Object.values(languages).flatMap(({ extensions = [] }, i) =>
    extensions.slice(0, 1).map((extension) => ({ ...seeds[i % seeds.length], path: `x${extension}` })),
  );

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));

/** `corpus`: a folder of real files, for long runs. */
export function seeds(corpus?: string): readonly Seed[] {
  const fixtureFiles = files(fixtures, namesIn(fixtures));
  const corpusFiles =
    corpus === undefined
      ? []
      : readdirSync(corpus, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && extname(entry.name) !== '' && !entry.parentPath.includes('.git'))
          .slice(0, 4000)
          .map((entry) => join(entry.parentPath, entry.name));
  // Files that text is extracted from are few, and fail most often.
  return [
    ...fixtureFiles,
    ...mixtures,
    ...extractedSeeds,
    ...extractedSeeds,
    ...extractedSeeds,
    ...renamed(fixtureFiles),
    ...files('/', corpusFiles),
  ];
}
