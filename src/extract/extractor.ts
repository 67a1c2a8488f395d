/**
 * Some files are not text, or their text is written in an encoding of its own:
 * MIME, JSON strings, a zip. An extractor takes the bytes and gives a text, and
 * says what stands where in it. From then on the file *is* that text: every
 * offset of every chunk is into it, and the record says so (`metadata.extracted`).
 *
 * The same bytes give the same text on every machine: no clock, no time zone, no
 * locale. Nothing here throws: what is broken, encrypted or scanned gives a note
 * and as much text as there is, maybe none.
 */
import type { Diagnostic, DiagnosticCode, Extracted } from '../types.js';

export type ExtractorId = 'mail' | 'notebook' | 'pdf' | 'docx' | 'chat';

export interface Extraction extends Extracted {
  readonly by: ExtractorId;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Extractor {
  readonly id: ExtractorId;
  /**
   * By the file's name and, where that does not tell, its first so many bytes as latin-1. Cheap, because every
   * file is asked about; extract() looks closer.
   */
  claims(filename: string, head: (bytes: number) => string): boolean;
  /**
   * Undefined: it is not what it seemed. The file is then read as the text it is. `said`: somebody says that it is
   * one, so that less must speak for it.
   */
  extract(bytes: Uint8Array, path: string, declared?: boolean): Promise<Extraction | undefined>;
}

/** A note about a file of which there may be no text at all. */
export const diagnosticOf = (code: DiagnosticCode, path: string, message: string): Diagnostic => ({
  code,
  path,
  message,
});

/** `Notes.EML` → `.eml` */
export function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(dot).toLowerCase() : '';
}
