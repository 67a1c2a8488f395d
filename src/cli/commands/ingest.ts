/** `froe ingest`: adds mails, documents, chats and notes: a file, a folder, a pattern, or an export. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { Trouble } from '../../engine/cutting.js';
import type { Engine } from '../../engine/engine.js';
import { type ArtifactType, artifactTypes } from '../../engine/indexes.js';
import {
  artifactFiles,
  type IngestOptions,
  type IngestResult,
  type RestoredArtifact,
  type SharedArtifactFields,
} from '../../engine/indexing.js';
import { type Sensitivity, sensitivities } from '../../engine/results.js';
import { FroeError, readError } from '../../errors.js';
import { windowSizing } from '../../options.js';
import { visible } from '../../text/visible.js';
import { type EmbedderFlags, withEmbedder } from '../indexFlags.js';
import { chunkLog, say, warn, warnOf } from '../output.js';
import { projectAt } from '../project.js';
import { readStdin } from '../readStdin.js';
import { withLog } from '../sharedFlags.js';

interface IngestFlags extends EmbedderFlags {
  readonly type?: ArtifactType;
  readonly sourceSystem?: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly sensitivity: Sensitivity;
  readonly ts?: string;
  readonly stdinPath: string;
  readonly from?: string;
  readonly compatIds?: boolean;
  readonly json?: boolean;
  readonly root?: string;
}

export function ingestCommand(command: Command): void {
  withLog(withEmbedder(command))
    .argument('[path...]', 'files, folders and patterns (\'mails/*.eml\'); "-" is standard input')
    .addOption(
      new Option('--type <type>', 'type, which determines how it is split (default: detected)').choices(artifactTypes),
    )
    .option('--source-system <name>', 'source system, such as gmail, drive, slack (default: the name of its folder)')
    .option(
      '--source-id <id>',
      'id in the source system; the same id replaces the artifact (default: its relative path)',
    )
    .option('--title <title>', 'title (default: its subject or first heading, else the file name)')
    .addOption(new Option('--sensitivity <level>', 'sensitivity').choices(sensitivities).default('normal'))
    .option('--ts <time>', 'time in ISO 8601 (default: when a mail was sent)')
    .option('--stdin-path <path>', 'file name for standard input', 'stdin.txt')
    .option('--from <export>', 'restore the artifacts of a froe export')
    .option('--compat-ids', 'use ids of 8 hex digits instead of 12')
    .option('--root <path>', 'folder of the index (default: the nearest parent with an index)')
    .option('--json', 'print one JSON result per line')
    .action(async (paths: string[], flags: IngestFlags) => {
      const { ts } = flags;
      if (ts !== undefined && Number.isNaN(Date.parse(ts)))
        throw new FroeError('bad-option', `--ts ${ts} is not a time`, 'Use ISO 8601, such as 2026-01-31T09:30:00Z.');
      if ((flags.from === undefined) === (paths.length === 0))
        throw new FroeError('bad-option', 'Nothing to ingest', 'Name files and folders, or use --from with an export.');
      await projectAt(flags.root, flags).write({ embed: flags.embed, log: chunkLog() }, (engine) =>
        flags.from === undefined ? takeAll(engine, paths, flags) : takeExport(engine, flags.from, flags),
      );
    });
}

/** Each path by itself: one that fails is reported, and the others go on. */
async function takeAll(engine: Engine, paths: readonly string[], flags: IngestFlags): Promise<void> {
  const { files, troubles } = artifactFiles(paths.filter((path) => path !== '-'));
  const several = files.length + (paths.includes('-') ? 1 : 0) > 1;
  if (several && (flags.sourceId !== undefined || flags.title !== undefined))
    throw new FroeError(
      'bad-option',
      '--source-id and --title need exactly one file',
      'Remove them, or name one file.',
    );
  const report = new IngestReport(flags.json === true);
  for (const trouble of troubles) report.trouble(trouble, trouble.named);
  if (paths.includes('-')) {
    const artifact = { content: await readStdin(), filename: flags.stdinPath, sourceSystem: 'file', ...aboutOf(flags) };
    await report.taken(await engine.artifactWriter.ingest(artifact, sizingOf(flags)));
  }
  await engine.artifactWriter.ingestFiles(
    files,
    aboutOf(flags),
    (one) => (one.result ? report.taken(one.result, one.sourceId) : report.trouble(one.trouble, one.named)),
    sizingOf(flags),
  );
  report.end(several);
}

/** Restores exported artifacts unchanged. */
async function takeExport(engine: Engine, file: string, { json = false }: IngestFlags): Promise<void> {
  const input = file === '-' ? process.stdin : await opened(file);
  const report = new IngestReport(json);
  await engine.artifactWriter.restoreExport(linesOf(input), file, (one) =>
    one.artifactId === undefined ? report.trouble(one.trouble, one.trouble.code !== 'degraded') : report.restored(one),
  );
  report.end(true);
}

/** A generator, so that reading starts with the first request: lines that arrive before are lost. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

async function opened(file: string): Promise<Readable> {
  const input = createReadStream(file);
  await once(input, 'open').catch((cause) => {
    throw readError(file, cause);
  });
  return input;
}

/** Prints a line for each artifact, and what went wrong. */
class IngestReport {
  readonly #json: boolean;
  #taken = 0;
  #unchanged = 0;
  /** Files of a folder without text. */
  #quiet = 0;
  #failed = false;

  constructor(json: boolean) {
    this.#json = json;
  }

  async taken(result: IngestResult, sourceId?: string): Promise<void> {
    const { artifactId, title, isChunked, numChunks, tokenCount, storedIds, unchanged } = result;
    const { attachments, diagnostics } = result;
    for (const diagnostic of diagnostics) warnOf(diagnostic);
    this.#count(unchanged);
    const record = {
      ...{ artifact_id: artifactId, is_chunked: isChunked, num_chunks: numChunks, stored_ids: storedIds, unchanged },
      token_count: tokenCount,
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(sourceId === undefined ? {} : { source_id: sourceId, title }),
    };
    const attached = attachments.length === 0 ? '' : `, ${counted(attachments.length, 'attachment')}`;
    const what = unchanged ? 'unchanged' : (isChunked ? counted(numChunks, 'chunk') : 'whole') + attached;
    await say(this.#json ? `${JSON.stringify(record)}\n` : `${artifactId}  ${what}  ${visible(title)}\n`);
  }

  async restored(one: Extract<RestoredArtifact, { artifactId: string }>): Promise<void> {
    const { artifactId, title, chunks, unchanged } = one;
    this.#count(unchanged);
    const what = unchanged ? 'unchanged' : counted(chunks, 'chunk');
    await say(
      this.#json
        ? `${JSON.stringify({ artifact_id: artifactId, title, chunks, unchanged })}\n`
        : `${artifactId}  ${what}  ${visible(title)}\n`,
    );
  }

  /** Files of a folder that are empty or not text are only counted. */
  trouble(trouble: Trouble, named: boolean): void {
    if (named || trouble.code === 'crashed') this.#failed = true;
    if (!named && (trouble.code === 'binary' || trouble.code === 'bad-source')) this.#quiet++;
    else warnOf(trouble);
  }

  end(several: boolean): void {
    if (this.#quiet > 0) warn(`${counted(this.#quiet, 'file')} without text skipped`);
    if (several) warn(`${counted(this.#taken, 'artifact')} ingested, ${this.#unchanged} unchanged`);
    process.exitCode = this.#failed || this.#taken + this.#unchanged === 0 ? 1 : 0;
  }

  #count(unchanged: boolean): void {
    if (unchanged) this.#unchanged++;
    else this.#taken++;
  }
}

const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

const aboutOf = ({ type, sourceSystem, sourceId, title, sensitivity, ts }: IngestFlags): SharedArtifactFields => ({
  sensitivity,
  ...(type === undefined ? {} : { type }),
  // The name of the folder is not a default for a user's own id.
  ...(sourceSystem === undefined && sourceId === undefined ? {} : { sourceSystem: sourceSystem ?? 'file' }),
  ...(sourceId === undefined ? {} : { sourceId }),
  ...(title === undefined ? {} : { title }),
  ...(ts === undefined ? {} : { ts }),
});

const sizingOf = ({ compatIds }: IngestFlags): Pick<IngestOptions, 'sizing'> =>
  compatIds ? { sizing: { ...windowSizing(process.env), digits: 8 } } : {};
