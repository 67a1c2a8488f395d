/**
 * Resolves addresses: one syntax for every surface, in which answers print locations, too.
 *
 *     src/app.py                  a file: relative to the current folder, else to the root; ./app.py, /shop/src/app.py
 *     src/app.py:10-24            lines of it, or one line
 *     src/app.py#App.run          a definition in it; src/app.py#run if only one has that name
 *     App.run                     a definition in any file; App#run, App::run and App->run are the same
 *     User#validations            a gathered section of a framework unit, also path#User#validations
 *     main:src/app.py#App.run~2   an id of a chunk, a unit or a document
 *     art_0123456789ab            an artifact, by its id, title or file name; also with lines
 *     art_0123456789ab::chunk::3  a chunk of it by its number, from 0
 *     5f0c1e0, commit:5f0c1e0…    a commit by its hash, or the start of it; also with lines
 *
 * The readers are tried in the order of the table below; the first that finds something wins.
 */
import { FroeError } from '../errors.js';
import { overloadSignatures } from '../graph/overloadSignatures.js';
import { fullNameOf, type GraphPlace, idOf } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { PathModule } from '../sources/jail.js';
import { hasOnlyArtifacts, ONLY_ARTIFACTS } from '../store/onlyArtifacts.js';
import { ARTIFACTS, type SourceRow, type Store } from '../store/store.js';
import { dottedName } from '../text/dottedName.js';
import { lastName } from '../text/lastName.js';
import type { Unit } from '../types.js';
import { type NamedFolder, pathsOf } from './indexPaths.js';
import { nameInText } from './nameInText.js';
import { preferredMatches } from './preferredMatches.js';
import { suggestionsFor } from './suggestions.js';

/** Where an address is resolved. */
export interface AddressScope {
  readonly store: Store;
  readonly root: string;
  /** The folder that relative paths are relative to; default the root. Paths that do not exist there are tried from the root. */
  readonly from?: string | undefined;
  /** Sources that may be named to a caller who has not named them: as owners of a symbol, or in suggestions. */
  readonly offers?: ((row: SourceRow) => boolean) | undefined;
  /** Path rules; default: those of this machine. */
  readonly paths?: PathModule;
  /** The roots of a workspace, whose names paths begin with. */
  readonly roots?: readonly NamedFolder[] | undefined;
}

/** What an address names: a source, or a part of it. */
export interface ResolvedAddress {
  readonly source: SourceRow;
  /** 1-based, inclusive; as requested. */
  readonly lines?: readonly [from: number, to: number];
  readonly unit?: Unit;
  readonly chunk?: Chunk;
  /** The chunks of a gathered section that was split; `chunk` is the first. */
  readonly parts?: readonly Chunk[];
  /** The text is only a suffix of its name: `run` for App.run. */
  readonly loosely?: true;
}

type Reader = (scope: AddressScope, text: string) => Promise<readonly ResolvedAddress[]>;

const ADDRESS_FORMS = 'An address is a path, path:10-24, path#Symbol, a symbol (Client, Client.send) or an id.';

/** The length of the longest path, with a name behind it. Each reader scans the text more than once. */
const MAX_ADDRESS_CHARS = 8192;

const readers: readonly Reader[] = [
  ...[byDocument, byChunk, byNumber, byLines, byAnchor, byFolder, bySymbol, bySection, byArtifact, byCommit],
];

/** All matches, at least one: only names can have several. */
export async function resolveAddress(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  if (text.length > MAX_ADDRESS_CHARS)
    throw new FroeError(
      'bad-option',
      `An address can have at most ${MAX_ADDRESS_CHARS} characters`,
      'See docs/addresses.md.',
    );
  if (text.trim() === '') throw new FroeError('bad-option', 'The address is empty', ADDRESS_FORMS);
  const matches = await firstMatches(scope, text, readers);
  if (matches.length > 0) return matches;
  throw await unknownAddress(scope, text);
}

async function firstMatches(
  scope: AddressScope,
  text: string,
  all: readonly Reader[],
): Promise<readonly ResolvedAddress[]> {
  for (const read of all) {
    const matches = await read(scope, text);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** The only match; refused if there are several. */
export async function resolveOne(scope: AddressScope, text: string): Promise<ResolvedAddress> {
  const [first, ...others] = preferredMatches(await resolveAddress(scope, text));
  if (others.length === 0) return first;
  const all = [first, ...others];
  const signatures = await overloadSignatures(scope.store, all.map(placeAt));
  const choices = all.slice(0, MAX_SHOWN).map((match) => {
    const signature = signatures.get(idOf(placeAt(match)));
    return `${addressOf(scope, match)}${signature === undefined ? '' : `  ${signature}`}`;
  });
  const suffix = all.length > MAX_SHOWN ? ` and ${all.length - MAX_SHOWN} more` : '';
  const hint = signatures.size === 0 ? ` ${choices.join(', ')}${suffix}` : `\n${choices.join('\n')}\n${suffix.trim()}`;
  throw new FroeError(
    'ambiguous',
    `${text} is ambiguous: it names ${all.length} things`,
    `Choose one:${hint.trimEnd()}`,
  );
}

const placeAt = ({ source: { docId }, unit }: ResolvedAddress): GraphPlace => ({ docId, ...(unit ? { unit } : {}) });

/** Maximum matches in the message for an ambiguous address. */
const MAX_SHOWN = 8;

/** The address of a unit, a chunk or a source, with its path as the caller writes paths. */
export function addressOf(
  scope: AddressScope,
  { source, unit, chunk }: Pick<ResolvedAddress, 'source' | 'unit' | 'chunk'>,
): string {
  const documentAddress = source.kind === 'file' ? pathsOf(scope).written(source.path) : source.docId;
  return `${documentAddress}${(unit ?? chunk)?.id.slice(source.docId.length) ?? ''}`;
}

/** The title of an artifact if no other has it, else its id: two chats may both be called chat.txt. */
export async function titleOf(scope: AddressScope, artifact: SourceRow, title: string): Promise<string> {
  const matches = (await byDocument(scope, title)).concat(await byArtifact(scope, title));
  return matches.length === 1 && matches[0].source.docId === artifact.docId ? title : artifact.docId;
}

/** `main:src/app.py`, or a path to it. */
async function byDocument(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const { store } = scope;
  const source = await store.source(text);
  if (source) return [{ source }];
  if (text === '' || text.includes('\0')) return [];
  for (const path of candidatePaths(scope, text)) {
    const source = await store.source(`main:${path}`);
    if (source) return [{ source }];
  }
  return [];
}

const candidatePaths = (scope: AddressScope, text: string): readonly string[] => pathsOf(scope).candidates(text);

async function byChunk({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const [chunk] = await store.chunks([text]);
  const source = chunk && (await store.source(chunk.docId));
  if (!source) return [];
  const unit = (await store.units(source.docId)).find(({ id }) => id === chunk.id);
  // The head of a class has the class's id; the id of a class means all of it.
  if (unit && chunk.metadata.head === true) return [{ source, unit }];
  return [{ source, chunk, ...(unit ? { unit } : {}) }];
}

/** `art_0123456789ab::chunk::003`, `Minutes of May::chunk::3`; with a hash behind the number, only that version of the chunk. */
async function byNumber(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const match = /^(.+)::chunk::(\d{1,9})(?:::([0-9a-f]{8}))?$/s.exec(text);
  if (!match) return [];
  const [, name, number, hash] = match;
  const artifact = await scope.store.source(name);
  const artifacts = artifact?.kind === 'artifact' ? [{ source: artifact }] : await byArtifact(scope, name);
  const chunkOf = (source: SourceRow): Promise<Chunk> => chunkByNumber(scope.store, source, Number(number), hash);
  return Promise.all(artifacts.map(async ({ source }) => ({ source, chunk: await chunkOf(source) })));
}

async function chunkByNumber(store: Store, { docId }: SourceRow, number: number, hash?: string): Promise<Chunk> {
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
async function byLines(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const match = /^(.+):(\d+)(?:-(\d+))?$/s.exec(text);
  if (!match) return [];
  const [, name, first, last = first] = match;
  const files = await byDocument(scope, name);
  const documents = files.length > 0 ? files : await byArtifact(scope, name);
  return documents.map(({ source }) => ({ source, lines: [Number(first), Number(last)] }));
}

/** `src/app.py#App.run`, `main:src/app.py#App.run@2`, `docs/guide.md#retries`. The last # precedes the name. */
async function byAnchor(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  for (let at = text.lastIndexOf('#'); at > 0; at = text.lastIndexOf('#', at - 1)) {
    const [document] = await byDocument(scope, text.slice(0, at));
    if (!document) continue;
    const { source } = document;
    const units = await scope.store.units(source.docId);
    const byId = units.find(({ id }) => id === source.docId + text.slice(at));
    if (byId) return [{ source, unit: byId }];
    const candidates = units.map((unit) => ({ source, unit }));
    const matches = matchByName(candidates, text.slice(at + 1));
    if (matches.length > 0) return matches;
    return sectionsOf(scope, text.slice(at + 1), async (owner) => matchByName(candidates, owner));
  }
  return [];
}

/** Nothing is in a folder but its files: no symbol is meant that happens to be called like it, such as a key of a lock file. */
async function byFolder(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  if (text.includes('/') && (await isFolder(scope, text))) throw folderError(text);
  return [];
}

const folderError = (text: string): FroeError =>
  new FroeError('not-found', `${text} is a folder`, 'An address names a file. To list a folder, use outline.');

/** `Client`, `Client.send`, `Acme::Client#send`, `Client.send()`, a heading. */
async function bySymbol(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const { store, offers = () => true } = scope;
  const keys = new Set([lastName(dottedName(text)), lastName(text)]);
  const units = await store.definitions([...keys]);
  const rows = await rowsOf(store, new Set(units.map(({ docId }) => docId)));
  const candidates = units.flatMap((unit): NamedUnit[] => {
    const source = rows.get(unit.docId);
    return source && offers(source) ? [{ source, unit }] : [];
  });
  return matchByName(candidates, text);
}

/** `User#validations`: a gathered section of a framework unit, with all of its chunks if it was split. */
function bySection(scope: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  return sectionsOf(scope, text, (owner) => bySymbol(scope, owner));
}

async function sectionsOf(
  { store }: AddressScope,
  text: string,
  owners: (name: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const at = text.lastIndexOf('#');
  if (at <= 0) return [];
  const sections: ResolvedAddress[] = [];
  const section = text.slice(at + 1);
  for (const { source, unit } of await owners(text.slice(0, at))) {
    const chunks = await store.chunksOf(source.docId);
    const parts = chunks.filter(
      ({ synthetic, parentId, metadata }) => synthetic && parentId === unit?.id && metadata.section === section,
    );
    if (parts.length > 0) sections.push({ source, chunk: parts[0], parts });
  }
  return sections;
}

type NamedUnit = ResolvedAddress & { readonly unit: Unit };

/** By full name or a suffix of it; else by the text of a heading. */
function matchByName(units: readonly NamedUnit[], text: string): readonly ResolvedAddress[] {
  const name = dottedName(text);
  const exact = units.filter((unit) => fullName(unit) === name);
  const suffixMatches = units.filter((unit) => fullName(unit).endsWith(`.${name}`));
  if (exact.length + suffixMatches.length > 0)
    return [...exact, ...suffixMatches.map((match) => ({ ...match, loosely: true as const }))];
  return units.filter(({ unit }) => unit.name === text);
}

/** Nearly all are dotted already. */
function fullName({ source, unit }: NamedUnit): string {
  const name = fullNameOf(unit.id, source);
  return name.includes('->') ? dottedName(name) : name;
}

/** All rows at once, or a few one by one. */
async function rowsOf(store: Store, docIds: ReadonlySet<string>): Promise<ReadonlyMap<string, SourceRow>> {
  const rows =
    docIds.size > MAX_SINGLE_LOOKUPS
      ? [...(await store.sources('main')).values()]
      : await Promise.all([...docIds].map((docId) => store.source(docId)));
  return new Map(rows.flatMap((row) => (row ? [[row.docId, row]] : [])));
}

const MAX_SINGLE_LOOKUPS = 8;

/** By its title, or by the name of its file. */
async function byArtifact({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const artifacts: ResolvedAddress[] = [];
  for (const source of (await store.sources(ARTIFACTS)).values())
    if (source.title === text || (await artifactFilename(store, source)) === text) artifacts.push({ source });
  return artifacts;
}

/** `5f0c1e0`, `5f0c1e0:1-9`, `commit:5f0c1e0b…#src/app.py`. At least seven digits, as git prints them. */
async function byCommit({ store }: AddressScope, text: string): Promise<readonly ResolvedAddress[]> {
  const [, hash, first, last = first] =
    /^(?:commit:)?([0-9a-f]{7,64})(?::(\d{1,9})(?:-(\d{1,9}))?|[#~].*)?$/s.exec(text) ?? [];
  const history = hash === undefined ? undefined : await store.history();
  if (!history) return [];
  const [chunk] = /[#~]/.test(text) ? await history.chunks([text]) : [];
  if (/[#~]/.test(text) && !chunk) return [];
  const listed = await history.listSources({ paths: [`/${hash}*`] });
  const rows = await Promise.all(listed.map(({ docId }) => history.source(docId)));
  const part = {
    ...(chunk ? { chunk } : {}),
    ...(first === undefined ? {} : { lines: [Number(first), Number(last)] as const }),
  };
  return rows.flatMap((source) => (source ? [{ source, ...part }] : []));
}

/** In an index of an earlier version, only the chunks have it. */
async function artifactFilename(store: Store, { docId, metadata }: SourceRow): Promise<string | undefined> {
  if (typeof metadata.filename === 'string') return metadata.filename;
  const [first] = await store.chunksOf(docId, 0, 0);
  return first?.filePath;
}

async function unknownAddress(scope: AddressScope, text: string): Promise<FroeError> {
  if (await isFolder(scope, text)) return folderError(text);
  const suggestions = await suggestionsFor(scope, text);
  const inText = await nameInText(scope, text, (owner) => firstMatches(scope, owner, [byDocument, byAnchor, bySymbol]));
  if (inText) {
    const { name, place } = inText;
    const near = suggestions.length > 0 ? ` Or did you mean ${suggestions.join(', ')}?` : '';
    return new FroeError(
      'not-found',
      `${text} is not a symbol; the text has ${name === text ? 'it' : name} at ${place}`,
      `Search for it: froe search ${name}, or line by line: froe search ${name} --mode regex.${near}`,
    );
  }
  const hint =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(', ')}?`
      : (await hasOnlyArtifacts(scope.store))
        ? sentence(ONLY_ARTIFACTS)
        : ADDRESS_FORMS;
  return new FroeError('not-found', `Not in the index: ${text}`, hint);
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;

async function isFolder(scope: AddressScope, text: string): Promise<boolean> {
  const { store, offers = () => true } = scope;
  if (text === '' || text.includes('\0')) return false;
  const folders = candidatePaths(scope, text).map((path) => (path === '' ? '' : `${path}/`));
  const rows = [...(await store.sources('main')).values()].filter(offers);
  return rows.some(({ path }) => folders.some((folder) => path.startsWith(folder)));
}
