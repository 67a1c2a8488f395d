/** `froe ingest`: takes in a mail, a document, a chat, one by one. */
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { FroeError } from '../errors.js';
import { windowDefaults } from '../options.js';
import { readBytes } from '../sources/read.js';
import { alone } from '../sync/alone.js';
import {
  type Artifact,
  type ArtifactType,
  artifactTypes,
  type IngestResult,
  ingest,
  type Sensitivity,
  sensitivities,
} from '../sync/ingest.js';
import { contextHook } from './contextHook.js';
import { openIndex } from './openIndex.js';
import { placeOf } from './place.js';
import { type EmbedderFlags, withEmbedder } from './placeFlags.js';
import { fromEnvironment } from './settings.js';
import { readStdin } from './stdin.js';
import { note, say } from './talk.js';
import { usingVectors } from './usingVectors.js';

interface IngestFlags extends EmbedderFlags {
  readonly type: ArtifactType;
  readonly sourceSystem: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly sensitivity: Sensitivity;
  readonly ts?: string;
  readonly stdinPath: string;
  readonly compatIds?: boolean;
  readonly json?: boolean;
  readonly root?: string;
}

/** Seconds: an artifact is small, and whoever writes will be done soon. */
const WAIT = 60;

export function ingestCommand(program: Command): void {
  withEmbedder(program.command('ingest').description('Take in one mail, document, chat or note.'))
    .argument('<file>', 'the file; "-" reads standard input')
    .addOption(new Option('--type <type>', 'what it is').choices(artifactTypes).default('doc'))
    .option('--source-system <name>', 'where it comes from: gmail, drive, slack', 'file')
    .option('--source-id <id>', 'what it is called there; the same id replaces what was taken in before')
    .option('--title <title>', 'what people call it')
    .addOption(new Option('--sensitivity <level>', 'who should see it').choices(sensitivities).default('normal'))
    .option('--ts <time>', 'when it was written, as ISO 8601')
    .option('--stdin-path <path>', 'what standard input is called', 'stdin.txt')
    .option('--compat-ids', 'ids of 8 hex digits instead of 12')
    .option('--root <path>', 'the folder whose index it goes into (default: the nearest one above that has one)')
    .option('--json', 'the result as JSON')
    .action(async (file: string, flags: IngestFlags) => {
      const { artifactId, isChunked, numChunks, storedIds, unchanged, diagnostics } = await take(file, flags);
      for (const diagnostic of diagnostics) note(diagnostic);
      if (flags.json)
        await say(
          `${JSON.stringify({ artifact_id: artifactId, is_chunked: isChunked, num_chunks: numChunks, stored_ids: storedIds, unchanged })}\n`,
        );
      else await say(`${artifactId}  ${unchanged ? 'unchanged' : isChunked ? `${numChunks} pieces` : 'whole'}\n`);
    });
}

async function take(file: string, flags: IngestFlags): Promise<IngestResult> {
  const { type, sourceSystem, sourceId, title, sensitivity, ts } = flags;
  if (ts !== undefined && Number.isNaN(Date.parse(ts)))
    throw new FroeError('bad-option', `--ts ${ts} is no time`, 'Write it as 2026-01-31T09:30:00Z.');
  const place = placeOf(flags.root, flags);
  const artifact: Artifact = {
    content: file === '-' ? await readStdin() : readBytes(file),
    filename: file === '-' ? flags.stdinPath : basename(file),
    type,
    sourceSystem,
    sensitivity,
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(title === undefined ? {} : { title }),
    ...(ts === undefined ? {} : { ts }),
  };
  const sizing = {
    threshold: fromEnvironment('SINGLE_PIECE_MAX_TOKENS', windowDefaults.threshold),
    size: fromEnvironment('CHUNK_TARGET_TOKENS', windowDefaults.size),
    overlap: fromEnvironment('CHUNK_OVERLAP_TOKENS', windowDefaults.overlap),
    digits: flags.compatIds ? (8 as const) : (12 as const),
  };
  const command = place.settings['hooks.context'];
  const hook = command === undefined ? {} : { context: contextHook(command, place.root), contextVersion: command };
  return usingVectors(place.settings, flags, async (vectors) => {
    const store = await openIndex(place);
    try {
      return await alone(place, WAIT, () => ingest(store, artifact, { sizing, vectors, ...hook }));
    } finally {
      await store.close();
    }
  });
}
