/**
 * The commands, in the order of the help. Each is loaded when it is run: chunking a file
 * does not wait for a database driver.
 */
import type { Command } from 'commander';
import { addExamples } from '../examples.js';

type Define = (program: Command) => void;

const commands: Readonly<Record<string, () => Promise<Define>>> = {
  chunk: async () => (await import('./chunk.js')).chunkCommand,
  verify: async () => (await import('./verify.js')).verifyCommand,
  outline: async () => (await import('./outline.js')).outlineCommand,
  index: async () => (await import('./indexCommand.js')).indexCommand,
  search: async () => (await import('./search.js')).searchCommand,
  context: async () => (await import('./context.js')).contextCommand,
  refs: async () => (await import('./refs.js')).refsCommand,
  impact: async () => (await import('./impact.js')).impactCommand,
  why: async () => (await import('./why.js')).whyCommand,
  get: async () => (await import('./get.js')).getCommand,
  view: async () => (await import('./view.js')).viewCommand,
  status: async () => (await import('./status.js')).statusCommand,
  serve: async () => (await import('./serve.js')).serveCommand,
  tenant: async () => (await import('./tenant.js')).tenantCommand,
  worker: async () => (await import('./worker.js')).workerCommand,
  watch: async () => (await import('./watch.js')).watchCommand,
  mcp: async () => (await import('./mcp.js')).mcpCommand,
  install: async () => (await import('./install.js')).installCommand,
  ingest: async () => (await import('./ingest.js')).ingestCommand,
  artifacts: async () => (await import('./artifacts.js')).artifactsCommand,
  forget: async () => (await import('./forget.js')).forgetCommand,
  export: async () => (await import('./export.js')).exportCommand,
  clean: async () => (await import('./clean.js')).cleanCommand,
  doctor: async () => (await import('./doctor.js')).doctorCommand,
  eval: async () => (await import('./eval.js')).evalCommand,
  trust: async () => (await import('./trust.js')).trustCommand,
  completion: async () => (await import('./completion.js')).completionCommand,
};

/** Its scripts complete all commands. */
const NEEDS_ALL = 'completion';

/** Defines the command that the first word names; all of them if it names none, for help and suggestions. */
export async function define(program: Command, [first = '']: readonly string[]): Promise<void> {
  if (first === '--version' || first === '-V') return; // needs no command
  const wanted = Object.hasOwn(commands, first) && first !== NEEDS_ALL ? [commands[first]] : Object.values(commands);
  for (const load of wanted) (await load())(program);
  for (const command of program.commands) addExamples(command);
}
