/**
 * The commands, in the order of the help. Each is loaded when it is run: chunking a file
 * does not wait for a database driver, and the help of all of them loads none.
 */
import type { Command } from 'commander';
import { addExamples } from '../examples.js';

interface CommandEntry {
  readonly about: string;
  /** What adds its arguments, options and action. */
  readonly load: () => Promise<(command: Command) => void>;
}

/** By the heading of the help under which they are listed. */
const groups: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'Split files, without an index:': {
    chunk: {
      about: 'Split files into chunks along their structure, within an exact token limit.',
      load: async () => (await import('./chunk.js')).chunkCommand,
    },
    verify: {
      about: 'Check that chunks lose no byte, have exact offsets and stay within the limit.',
      load: async () => (await import('./verify.js')).verifyCommand,
    },
    outline: {
      about: 'Print what files define: an outline within a token budget.',
      load: async () => (await import('./outline.js')).outlineCommand,
    },
  },
  'Index a folder and ask it:': {
    index: {
      about: 'Create or update the index of a folder, or of each root of a workspace.',
      load: async () => (await import('./indexCommand.js')).indexCommand,
    },
    search: {
      about: 'Search the index.',
      load: async () => (await import('./search.js')).searchCommand,
    },
    context: {
      about: 'Print the source that answers a question, within a token budget.',
      load: async () => (await import('./context.js')).contextCommand,
    },
    refs: {
      about: 'List references to a symbol and from it.',
      load: async () => (await import('./refs.js')).refsCommand,
    },
    impact: {
      about: 'List what depends on a symbol or a file, directly and indirectly.',
      load: async () => (await import('./impact.js')).impactCommand,
    },
    why: {
      about: 'List the commits that made lines or a symbol what they are, with the reasons they give.',
      load: async () => (await import('./why.js')).whyCommand,
    },
    get: {
      about: 'Print the text at an address: a file, lines, a symbol or an id.',
      load: async () => (await import('./get.js')).getCommand,
    },
    view: {
      about: 'Open the index in a browser: files, chunks, scores, contexts.',
      load: async () => (await import('./view.js')).viewCommand,
    },
  },
  'Keep mails, documents, chats and notes:': {
    ingest: {
      about: 'Add mails, documents, chats and notes to the index.',
      load: async () => (await import('./ingest.js')).ingestCommand,
    },
    artifacts: {
      about: 'List the artifacts in the index: mails, documents, chats and notes.',
      load: async () => (await import('./artifacts.js')).artifactsCommand,
    },
    forget: {
      about: 'Remove an artifact or a file from the index.',
      load: async () => (await import('./forget.js')).forgetCommand,
    },
  },
  'Serve agents and teams:': {
    mcp: {
      about: 'Serve the index to agents over the Model Context Protocol (MCP).',
      load: async () => (await import('./mcp.js')).mcpCommand,
    },
    install: {
      about: 'Add froe to an agent: as an MCP server, or as a skill for the command line.',
      load: async () => (await import('./install.js')).installCommand,
    },
    watch: {
      about: 'Update the index while files change.',
      load: async () => (await import('./watch.js')).watchCommand,
    },
    serve: {
      about: 'Serve the tenants of a database over HTTP.',
      load: async () => (await import('./serve.js')).serveCommand,
    },
    tenant: {
      about: 'Manage the tenants of a database.',
      load: async () => (await import('./tenant.js')).tenantCommand,
    },
    worker: {
      about: 'Index files from the queue of a database.',
      load: async () => (await import('./worker.js')).workerCommand,
    },
  },
  'Look after an index:': {
    status: {
      about: 'Print the state of an index.',
      load: async () => (await import('./status.js')).statusCommand,
    },
    doctor: {
      about: 'Check the installation, the settings and the index.',
      load: async () => (await import('./doctor.js')).doctorCommand,
    },
    trust: {
      about:
        'Trust the configuration of a project until it changes: allow its commands and servers. Also trust an index that came with it.',
      load: async () => (await import('./trust.js')).trustCommand,
    },
    export: {
      about: 'Export all records of an index.',
      load: async () => (await import('./export.js')).exportCommand,
    },
    clean: {
      about: 'Remove an index. Indexed files are not touched.',
      load: async () => (await import('./clean.js')).cleanCommand,
    },
  },
  'Other:': {
    eval: {
      about: 'Measure retrieval quality on a folder, with froe and other chunking strategies.',
      load: async () => (await import('./eval.js')).evalCommand,
    },
    completion: {
      about: 'Print a completion script for a shell.',
      load: async () => (await import('./completion.js')).completionCommand,
    },
  },
};

/** Its scripts complete all commands. */
const NEEDS_ALL = 'completion';

/** Defines the command that the first words name, and of the others what the help of all lists. */
export async function define(program: Command, [first, second]: readonly string[]): Promise<void> {
  const named = first === 'help' ? second : first;
  await defineWhere(program, (name) => name === named || named === NEEDS_ALL);
}

export const defineAll = (program: Command): Promise<void> => defineWhere(program, () => true);

async function defineWhere(program: Command, isNeeded: (name: string) => boolean): Promise<void> {
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, { about, load }] of Object.entries(commands)) {
      const command = program.command(name).description(about);
      if (!isNeeded(name)) continue;
      (await load())(command);
      addExamples(command);
    }
  }
  program.helpCommand('help [command]', 'Print the help of a command.'); // in the last group
}
