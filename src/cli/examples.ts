/**
 * Examples of every command, shown at the end of its help and in docs/commands.md. A test checks that every
 * command has one, and that its flags exist.
 */
import type { Command } from 'commander';

const examples: Readonly<Record<string, readonly string[]>> = {
  chunk: ['froe chunk src docs --max-tokens 500', 'git show HEAD:app.py | froe chunk - --stdin-path app.py --jsonl'],
  verify: ['froe verify src', 'froe verify --index --json'],
  outline: ['froe outline src --budget 2000', 'froe outline src/app.py --json'],
  index: [
    'froe index',
    'froe index ../shop --exclude vendor --json',
    'froe index --embedder openai/text-embedding-3-small --dry-run',
  ],
  search: [
    'froe search how do hooks work',
    'froe search "retry budget" lang:ts -path:vendor --in ../shop',
    "froe search --mode regex 'class \\w+Error' --path src -C 2",
  ],
  context: [
    'froe context how are sessions stored --budget 4000',
    'froe context "retry budget" --format claude --path src',
  ],
  refs: ['froe refs Client.send --callers', 'froe refs src/app.py --json'],
  why: ['froe why src/app.py:10-20', 'froe why Client.send --budget 1000'],
  impact: ['froe impact Client.send', 'froe impact src/app.py --budget 1000'],
  get: ['froe get src/app.py:10-24', 'froe get Client.send --expand 1'],
  view: ['froe view --open', 'froe view ../shop --port 0'],
  status: ['froe status', 'froe status ../shop --json'],
  serve: ['froe serve --index postgres://froe_serve@db/froe --port 8080'],
  tenant: ['froe tenant add acme', 'froe tenant list'],
  'tenant add': ['froe tenant add acme --max-chunks 100000 --per-minute 600'],
  'tenant key': ['froe tenant key acme'],
  'tenant set': ['froe tenant set acme --per-minute 60'],
  'tenant login': ['froe tenant login --index postgres://admin@db/froe'],
  'tenant monitor': ['froe tenant monitor'],
  'tenant list': ['froe tenant list'],
  'tenant remove': ['froe tenant remove acme'],
  worker: ['froe worker --index postgres://admin@db/froe --drain'],
  watch: ['froe watch', 'froe watch ../shop --settle 1000'],
  mcp: ['froe mcp', 'froe mcp ../shop --http --port 4117'],
  install: ['froe install claude-code', 'froe install cursor --print'],
  ingest: ['froe ingest mails minutes.docx', "pbpaste | froe ingest - --title 'Call with Ann' --type note"],
  artifacts: ['froe artifacts', 'froe artifacts --json'],
  forget: ['froe forget art_0123456789ab', 'froe forget main:src/app.py --json'],
  export: ['froe export > chunks.jsonl', 'froe export --out exported --json', 'froe export --vectors > vectors.jsonl'],
  clean: ['froe clean', 'froe clean ../shop --yes'],
  doctor: ['froe doctor', 'froe doctor --json'],
  eval: ['froe eval --include src', 'froe eval --questions questions.jsonl --json'],
  trust: ['froe trust', 'froe trust --remove'],
  completion: [
    'source <(froe completion bash)',
    'source <(froe completion zsh)',
    'froe completion fish > ~/.config/fish/completions/froe.fish',
  ],
};

/** Adds them to the help of a command and of its subcommands. */
export function addExamples(command: Command, above = ''): void {
  const name = `${above}${command.name()}`;
  const own = examples[name] ?? [];
  if (own.length > 0) command.addHelpText('after', `\nExamples:\n${own.map((one) => `  ${one}\n`).join('')}`.trimEnd());
  for (const inner of command.commands) addExamples(inner, `${name} `);
}
