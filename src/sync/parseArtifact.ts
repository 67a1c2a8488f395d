/**
 * How an artifact is parsed: by its type. The file name is a hint for types that leave the
 * format open; if the name says nothing, the text is inspected.
 *
 *     email                reply blocks and quotes, with or without mail headers
 *     chat, transcript     turns of speakers
 *     markdown             sections by headings
 *     code                 functions and classes
 *     text                 token windows
 *     doc, note, none      by the file name, else by the text
 *
 * From a PDF or a Word file the text is extracted, whatever the type.
 */

import { hasMailHeaders } from '../extract/mail/hasMailHeaders.js';
import { codeLanguageOf } from '../parse/codeLanguageOf.js';
import type { CustomParser } from '../parse/index.js';
import { formatsFor, parse } from '../pipeline/chunk.js';
import { decode } from '../sources/decode.js';
import { filenameOf, isBinary } from '../sources/read.js';
import type { Artifact, ArtifactType } from './artifact.js';

export type ParsedArtifact = Awaited<ReturnType<typeof parse>>;

/** Options of the parser; empty: detected. */
interface Structure {
  readonly language?: string;
  readonly parsers?: readonly CustomParser[];
}

interface ArtifactParse {
  readonly structure: Structure;
  /** The type that requires a structure of its own. */
  readonly chosen?: ArtifactType;
  readonly parsed: ParsedArtifact;
}

type StructureOf = (text: () => string, filename: string) => Structure;

const structures: Readonly<Partial<Record<ArtifactType, StructureOf>>> = {
  email: () => ({ language: 'mail' }),
  chat: () => ({ language: 'chat' }),
  transcript: () => ({ language: 'chat' }),
  markdown: () => ({ language: 'markdown' }),
  code: (text, filename) => ({ language: codeLanguageOf(filename, text()) ?? 'text' }),
  text: () => ({ language: 'text' }),
};

/** A file name that a custom parser claims overrides the type. */
export async function parseArtifact(
  artifact: Artifact,
  docId: string,
  parsers?: readonly CustomParser[],
): Promise<ArtifactParse> {
  const { content, filename, type } = artifact;
  const parseAs = async (structureOptions: Structure): Promise<ArtifactParse> => {
    const structure = parsers ? { ...structureOptions, parsers } : structureOptions;
    return { structure, parsed: await parse(content, { path: filename, docId, ...structure }) };
  };
  if (parsers && formatsFor({ parsers }).isCustom(filenameOf(filename))) return parseAs({});
  const text = (): string => decode(content).text;
  const structureOf = type && structures[type];
  if (structureOf && !isBinary(content))
    return { ...(await parseAs(structureOf(text, filename))), ...(type === 'text' ? {} : { chosen: type }) };
  const parsedByName = await parseAs({});
  const detected = isOpen(parsedByName.parsed, filename) ? structureInText(text()) : undefined;
  return detected ? parseAs(detected) : parsedByName;
}

/** Plain text, by its name; `.log` and `.diff` are not open. */
const isOpen = ({ source, parser }: ParsedArtifact, filename: string): boolean =>
  parser.id === 'text' || (source.language === 'lines' && !/.\.\w+$/.test(filename));

function structureInText(text: string): Structure | undefined {
  if (hasMailHeaders(text)) return { language: 'mail' };
  return (text.match(HEADING)?.length ?? 0) >= 2 ? { language: 'markdown' } : undefined;
}

/** A heading between blank lines: `## Milestones`. */
const HEADING = /(?<=^|\n[ \t]*\r?\n)#{1,6} [^\n]*\S[ \t]*\r?(?=\n[ \t]*\r?\n)/g;
