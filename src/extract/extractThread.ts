/**
 * Reads PDF and Word files in a worker thread, one after the other, because their
 * libraries are large. A file that crashes the thread, exhausts its memory or
 * exceeds its time affects no other: the next file gets a new thread. An idle
 * thread does not keep the process alive, and ends soon.
 */
import type { Worker } from 'node:worker_threads';
import { packageFile } from '../packageFile.js';
import { askThread, startThread } from '../workerThread.js';
import { diagnosticOf, type Extraction, type Extractor, extensionOf } from './extractor.js';
import type { ExtractAnswer, ExtractJob } from './thread.js';

/** Far above what the largest real documents need. */
interface ThreadLimits {
  /** Milliseconds. A Word document is one page. */
  readonly pageTimeoutMs: number;
  readonly fileTimeoutMs: number;
  readonly maxMegabytes: number;
  /** How long the thread waits for the next file. Idle, it takes some forty megabytes. */
  readonly idleMs: number;
}
const LIMITS: ThreadLimits = { pageTimeoutMs: 60_000, fileTimeoutMs: 300_000, maxMegabytes: 512, idleMs: 2_000 };

const PAGE = 'page' satisfies ExtractAnswer;

export class ExtractThread {
  readonly #script: URL;
  readonly #limits: ThreadLimits;
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** The script is the built one, from src/ as from dist/. */
  constructor(script = packageFile('dist/extract/thread.js'), limits = LIMITS) {
    this.#script = script;
    this.#limits = limits;
  }

  /** Fails if the thread crashed on this file or had to be terminated. */
  read(by: ExtractJob['by'], bytes: Uint8Array, path: string): Promise<Extraction> {
    const result = this.#queue.then(() => this.#run(by, bytes, path));
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(by: ExtractJob['by'], bytes: Uint8Array, path: string): Promise<Extraction> {
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    let pageTimer: NodeJS.Timeout | undefined;
    const watch = (fail: (error: Error) => void): (() => void) => {
      pageTimer = setTimeout(() => fail(new Error('a page took too long')), this.#limits.pageTimeoutMs);
      const fileTimer = setTimeout(() => fail(new Error('it took too long')), this.#limits.fileTimeoutMs);
      return () => {
        clearTimeout(pageTimer);
        clearTimeout(fileTimer);
      };
    };
    /** Another page was read: the timer restarts. */
    const progress = (message: unknown): boolean => message === PAGE && pageTimer?.refresh() !== undefined;
    // The libraries keep the bytes, and one refuses a Buffer: they get a copy.
    const copy = new Uint8Array(bytes);
    const job: ExtractJob = { by, bytes: copy, path };
    try {
      return await askThread<Extraction>(worker, job, { transfer: [copy.buffer], progress, watch });
    } catch (error) {
      this.#worker = undefined;
      throw isOutOfMemory(error) ? new Error('it exceeds the memory limit') : error;
    } finally {
      worker.unref();
      this.#idleTimer = setTimeout(() => this.#end(), this.#limits.idleMs).unref();
    }
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.maxMegabytes };
    const worker = startThread(this.#script, { resourceLimits }, () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Shared by all callers in this thread. */
const extractThread = new ExtractThread();

/**
 * Word documents: the title, headings as sections, paragraphs, lists and tables.
 * mammoth converts the file to HTML; pictures, colours and page breaks are left
 * out.
 */
const extensions: ReadonlySet<string> = new Set(['.docx', '.docm', '.dotx']);

export const docx: Extractor = {
  id: 'docx',
  claims: (filename) => extensions.has(extensionOf(filename)),
  async extract(bytes, path) {
    try {
      return await extractThread.read('docx', bytes, path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const diagnostic = diagnosticOf('broken', path, `could not be read as a Word document (${reason})`);
      return { by: 'docx', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
    }
  },
};

/**
 * PDF: the text of each page, with lines composed from the positions of words.
 * Bookmarks, if there are any, tell which lines are headings.
 *
 *     page 3 { section Setup { paragraph, paragraph } }   page 4 { … }
 *
 * The library that reads PDF is loaded only when there is one to read, and in a
 * thread of its own.
 */
export const pdf: Extractor = {
  id: 'pdf',
  claims: (filename, head) => extensionOf(filename) === '.pdf' || head(5) === '%PDF-',
  async extract(bytes, path) {
    try {
      return await extractThread.read('pdf', bytes, path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const diagnostic = diagnosticOf('broken', path, `could not be read as PDF (${reason})`);
      return { by: 'pdf', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
    }
  },
};
