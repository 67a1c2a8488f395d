/**
 * Some files are not text, or their text is written in an encoding of its own:
 * MIME, JSON strings, a zip. An extractor turns the bytes into a text with its
 * parts. From then on the file *is* that text: every offset of every chunk refers
 * to it, and the record says so (`metadata.extracted`).
 *
 * The same bytes give the same text on every machine: no clock, no time zone, no
 * locale. Extractors never throw: a broken, encrypted or scanned file gives a
 * diagnostic and as much text as there is.
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
   * Decides by the file's name and, if necessary, its first bytes as latin-1. Called for every file, so it must be
   * cheap; extract() checks thoroughly.
   */
  claims(filename: string, head: (bytes: number) => string): boolean;
  /**
   * Undefined if the file is of another format; it is then read as plain text. `declared`: the caller named this
   * format, so less evidence is needed.
   */
  extract(bytes: Uint8Array, path: string, declared?: boolean): Promise<Extraction | undefined>;
}

/** A diagnostic about a file. */
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
