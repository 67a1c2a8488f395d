/**
 * What somebody means by an address. One language for every surface, and what
 * answers print is said in it:
 *
 *     src/app.py                  a file: from where one stands, else from the root; ./app.py, /shop/src/app.py
 *     src/app.py:10-24            some lines of it, or one
 *     src/app.py#App.run          what it defines; src/app.py#run when only one is called so
 *     App.run                     what any file defines; App#run and App::run are the same
 *     User#validations            what was gathered of a unit of an application, also path#User#validations
 *     main:src/app.py#App.run~2   an id: of a chunk, a unit or a document
 *     art_0123456789ab            an artifact, by its id, its title or its file's name; with lines, too
 *     art_0123456789ab::chunk::3  a chunk of it by its number, from 0
 *     5f0c1e0, commit:5f0c1e0…    a commit by its hash, or the beginning of it; with lines, too
 *
 * Ways of reading are tried in the order of the table below; the first that finds something is right.
 */
import { FroeError } from '../errors.js';
import { fullNameOf, type GraphPlace, idOf } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { PathModule } from '../sources/jail.js';
import { ARTIFACTS, type SourceRow, type Store } from '../store/store.js';
import { lastName } from '../text/lastName.js';
import type { Unit } from '../types.js';
import { type NamedFolder, pathsOf } from './indexPaths.js';
import { suggestionsFor } from './suggestions.js';

/** Who asks, and where. */
export interface AddressScope {
  readonly store: Store;
  readonly root: string;
  /** The folder that relative paths are relative to; default the root. What is not there is looked for from the root. */
  readonly from?: string | undefined;
  /** Which sources may be named to whoever has not named them: as owners of a symbol, or as what was perhaps meant. */
  readonly offers?: ((row: SourceRow) => boolean) | undefined;
  /** How paths are written; default, as this machine does. */
  readonly paths?: PathModule;
  /** Of a workspace: its roots, whose names paths begin with. */
  readonly roots?: readonly NamedFolder[] | undefined;
}

/** What an address names: a source, or a part of it. */
export interface ResolvedAddress {
  readonly source: SourceRow;
  /** 1-based, inclusive; as they were asked for. */
  readonly lines?: readonly [from: number, to: number];
  readonly unit?: Unit;
  readonly chunk?: Chunk;
  /** The chunks of a gathered section that is long, `chunk` the first of them. */
  readonly parts?: readonly Chunk[];
  /** The name is only the end of its own: `run`, and it is App.run. */
  readonly loosely?: true;
}

type Reader = (standing: AddressScope, text: string) => Promise<readonly ResolvedAddress[]>;

/** As long as a path may be, with a name behind it. Each reader looks through it more than once. */
const LONGEST = 8192;

const readers: readonly Reader[] = [
  ...[byDocument, byChunk, byNumber, byLines, byAnchor, bySymbol, bySection, byArtifact, byCommit],
];

/** All that is meant, at least one: only a name can be that of several. */
export async function resolveAddress(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  if (text.length > LONGEST)
    throw new FroeError('bad-option', `An address can have at most ${LONGEST} characters`, 'See docs/addresses.md.');
  for (const read of readers) {
    const found = await read(standing, text);
    if (found.length > 0) return found;
  }
  throw await unknown(standing, text);
}

/** The one that is meant; refused where it could be several. */
export async function resolveOne(standing: AddressScope, text: string): Promise<ResolvedAddress> {
  const all = await resolveAddress(standing, text);
  const exact = all.filter(({ loosely }) => !loosely);
  const [one, ...others] = exact.length > 0 ? exact : all;
  if (others.length === 0) return one;
  const named = [one, ...others].map((meant) => addressOf(standing, meant));
  const more = named.length > SHOWN ? ` and ${named.length - SHOWN} more` : '';
  const hint = `Choose one: ${named.slice(0, SHOWN).join(', ')}${more}`;
  throw new FroeError('ambiguous', `${text} is ambiguous: it names ${named.length} things`, hint);
}

/** How many are named where one is asked for. */
const SHOWN = 8;

/** The address of a unit, a chunk or a source, as it is written from where one stands. */
export function addressOf(
  standing: AddressScope,
  { source, unit, chunk }: Pick<ResolvedAddress, 'source' | 'unit' | 'chunk'>,
): string {
  const whole = source.kind === 'file' ? pathsOf(standing).written(source.path) : source.docId;
  return `${whole}${(unit ?? chunk)?.id.slice(source.docId.length) ?? ''}`;
}

/**
 * An artifact by its title where that is its alone, else by its id: two chats may both be called chat.txt.
 */
export async function titleOf(standing: AddressScope, artifact: SourceRow, title: string): Promise<string> {
  const found = (await byDocument(standing, title)).concat(await byArtifact(standing, title));
  return found.length === 1 && found[0].source.docId === artifact.docId ? title : artifact.docId;
}

/** `main:src/app.py`, or a path to it. */
async function byDocument(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const { store } = standing;
  const known = await store.source(text);
  if (known) return [{ source: known }];
  if (text === '' || text.includes('\0')) return [];
  for (const path of pathsMeant(standing, text)) {
    const source = await store.source(`main:${path}`);
    if (source) return [{ source }];
  }
  return [];
}

const pathsMeant = (standing: AddressScope, text: string): readonly string[] => pathsOf(standing).meant(text);

async function byChunk({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const [chunk] = await store.chunks([text]);
  const source = chunk && (await store.source(chunk.docId));
  if (!source) return [];
  const unit = (await store.units(source.docId)).find(({ id }) => id === chunk.id);
  // The head of a class has its id; who asks for the class wants all of it.
  if (unit && chunk.metadata.head === true) return [{ source, unit }];
  return [{ source, chunk, ...(unit ? { unit } : {}) }];
}

/** `art_0123456789ab::chunk::003`, `Minutes of May::chunk::3`; with a hash behind it, it is that very chunk or none. */
async function byNumber(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const asked = /^(.+)::chunk::(\d{1,9})(?:::([0-9a-f]{8}))?$/s.exec(text);
  if (!asked) return [];
  const [, named, number, hash] = asked;
  const artifact = await standing.store.source(named);
  const found = artifact?.kind === 'artifact' ? [{ source: artifact }] : await byArtifact(standing, named);
  const chunkOf = (source: SourceRow): Promise<Chunk> => numbered(standing.store, source, Number(number), hash);
  return Promise.all(found.map(async ({ source }) => ({ source, chunk: await chunkOf(source) })));
}

async function numbered(store: Store, { docId }: SourceRow, number: number, hash?: string): Promise<Chunk> {
  const [chunk] = await store.chunksOf(docId, number, number);
  const places = chunk && chunk.id !== docId ? [] : await store.chunkPlaces(docId);
  if (places.length === 1)
    throw new FroeError('not-found', `${docId} is not split into chunks`, `Its address is ${docId}.`);
  if (!chunk)
    throw new FroeError('not-found', `${docId} has no chunk ${number}`, `It has chunks 0 to ${places.length - 1}.`);
  if (hash === undefined || chunk.contentHash.startsWith(hash)) return chunk;
  throw new FroeError('not-found', `Chunk ${number} of ${docId} has changed`, `It is ${chunk.id}.`);
}

/** `src/app.py:10-24`, `chat.txt:3` */
async function byLines(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const asked = /^(.+):(\d+)(?:-(\d+))?$/s.exec(text);
  if (!asked) return [];
  const [, named, first, last = first] = asked;
  const files = await byDocument(standing, named);
  const found = files.length > 0 ? files : await byArtifact(standing, named);
  return found.map(({ source }) => ({ source, lines: [Number(first), Number(last)] }));
}

/** `src/app.py#App.run`, `main:src/app.py#App.run@2`, `docs/guide.md#retries`. An id has its last # before the name. */
async function byAnchor(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  for (let at = text.lastIndexOf('#'); at > 0; at = text.lastIndexOf('#', at - 1)) {
    const [document] = await byDocument(standing, text.slice(0, at));
    if (!document) continue;
    const { source } = document;
    const units = await standing.store.units(source.docId);
    const byId = units.find(({ id }) => id === source.docId + text.slice(at));
    if (byId) return [{ source, unit: byId }];
    const named = units.map((unit) => ({ source, unit }));
    const found = calledSo(named, text.slice(at + 1));
    if (found.length > 0) return found;
    return sectionsOf(standing, text.slice(at + 1), async (owner) => calledSo(named, owner));
  }
  return [];
}

/** `Client`, `Client.send`, `Acme::Client#send`, `Client.send()`, a heading. */
async function bySymbol(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const { store, offers = () => true } = standing;
  const keys = new Set([lastName(dotted(text)), lastName(text)]);
  const units = await store.definitions([...keys]);
  const rows = await rowsOf(store, new Set(units.map(({ docId }) => docId)));
  const defined = units.flatMap((unit): Named[] => {
    const source = rows.get(unit.docId);
    return source && offers(source) ? [{ source, unit }] : [];
  });
  return calledSo(defined, text);
}

/** `User#validations`: a section gathered for a unit of an application, with all of its chunks where it is long. */
function bySection(standing: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  return sectionsOf(standing, text, (owner) => bySymbol(standing, owner));
}

async function sectionsOf(
  { store }: AddressScope,
  text: string,
  owners: (name: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const at = text.lastIndexOf('#');
  if (at <= 0) return [];
  const found: ResolvedAddress[] = [];
  const section = text.slice(at + 1);
  for (const { source, unit } of await owners(text.slice(0, at))) {
    const all = await store.chunksOf(source.docId);
    const parts = all.filter(
      ({ synthetic, parentId, metadata }) => synthetic && parentId === unit?.id && metadata.section === section,
    );
    if (parts.length > 0) found.push({ source, chunk: parts[0], parts });
  }
  return found;
}

type Named = ResolvedAddress & { readonly unit: Unit };

/** By all of its name or by the end of it; else as a heading reads. */
function calledSo(all: readonly Named[], text: string): readonly ResolvedAddress[] {
  const name = dotted(text);
  const whole = all.filter(({ source, unit }) => fullNameOf(unit.id, source) === name);
  const ends = all.filter(({ source, unit }) => fullNameOf(unit.id, source).endsWith(`.${name}`));
  if (whole.length + ends.length > 0) return [...whole, ...ends.map((one) => ({ ...one, loosely: true as const }))];
  return all.filter(({ unit }) => unit.name === text);
}

/** `::Acme::Client#send()` → `Acme.Client.send` */
const dotted = (text: string): string => text.replace(/::|#|\\/g, '.').replace(/^\.+|\(\)$/g, '');

/** Many at once, or a few one by one. */
async function rowsOf(store: Store, docIds: ReadonlySet<string>): Promise<ReadonlyMap<string, SourceRow>> {
  const rows =
    docIds.size > FEW
      ? [...(await store.sources('main')).values()]
      : await Promise.all([...docIds].map((docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}

const FEW = 8;

/** By its title, or by the name of the file that it came in. */
async function byArtifact({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const found: ResolvedAddress[] = [];
  for (const source of (await store.sources(ARTIFACTS)).values())
    if (source.title === text || (await filenameOf(store, source)) === text) found.push({ source });
  return found;
}

/** `5f0c1e0`, `5f0c1e0:1-9`, `commit:5f0c1e0b…#src/app.py`. Seven digits at the least, as git prints them. */
async function byCommit({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const [, hash, first, last = first] =
    /^(?:commit:)?([0-9a-f]{7,64})(?::(\d{1,9})(?:-(\d{1,9}))?|[#~].*)?$/s.exec(text) ?? [];
  const history = hash === undefined ? undefined : await store.history();
  if (!history) return [];
  const [chunk] = /[#~]/.test(text) ? await history.chunks([text]) : [];
  if (/[#~]/.test(text) && !chunk) return [];
  const found = await history.listSources({ paths: [`/${hash}*`] });
  const rows = await Promise.all(found.map(({ docId }) => history.source(docId)));
  const part = {
    ...(chunk ? { chunk } : {}),
    ...(first === undefined ? {} : { lines: [Number(first), Number(last)] as const }),
  };
  return rows.flatMap((source) => (source ? [{ source, ...part }] : []));
}

/** An index of an earlier version has it only in its chunks. */
async function filenameOf(store: Store, { docId, metadata }: SourceRow): Promise<string | undefined> {
  if (typeof metadata.filename === 'string') return metadata.filename;
  const [first] = await store.chunksOf(docId, 0, 0);
  return first?.filePath;
}

async function unknown(standing: AddressScope, text: string): Promise<FroeError> {
  if (await isFolder(standing, text))
    return new FroeError('not-found', `${text} is a folder`, 'An address names a file. To list a folder, use outline.');
  const near = await suggestionsFor(standing, text);
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : 'An address is a path, path:10-24, path#Symbol, a symbol (Client, Client.send) or an id.';
  return new FroeError('not-found', `Not in the index: ${text}`, hint);
}

async function isFolder(standing: AddressScope, text: string): Promise<boolean> {
  const { store, offers = () => true } = standing;
  if (text === '' || text.includes('\0')) return false;
  const folders = pathsMeant(standing, text).map((path) => (path === '' ? '' : `${path}/`));
  const rows = [...(await store.sources('main')).values()].filter(offers);
  return rows.some(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

/** Addresses as places of the graph: units, or whole sources. */
export async function symbolsAt(store: Store, all: readonly ResolvedAddress[]): Promise<readonly GraphPlace[]> {
  const places = new Map<string, GraphPlace>();
  for (const address of all) {
    const unit = address.unit ?? (await unitAt(store, address));
    const place = { docId: address.source.docId, ...(unit ? { unit } : {}) };
    places.set(idOf(place), place);
  }
  return [...places.values()];
}

/** The unit that a chunk belongs to, or the innermost one that has all of the lines. */
async function unitAt(store: Store, { source, chunk, lines }: ResolvedAddress): Promise<Unit | undefined> {
  if (!chunk && !lines) return undefined;
  const units = await store.units(source.docId);
  if (chunk) return units.find(({ id }) => id === chunk.parentId);
  const [from, to] = lines ?? [1, 1];
  return units.findLast(({ startLine, endLine }) => startLine <= from && endLine >= to); // from the top down
}
