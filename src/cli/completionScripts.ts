/**
 * Completion scripts, generated from commander's table of commands and options, so that they agree with the help.
 *
 *     froe <TAB>                    commands
 *     froe tenant <TAB>             the commands below it
 *     froe search --m<TAB>          flags
 *     froe search --mode <TAB>      the choices of a flag
 *     froe install <TAB>            the choices of an argument
 *
 * Everywhere else the shell completes file names. The scripts are self-contained: no completion starts froe.
 */
import type { Command, Option } from 'commander';

export const shellNames = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof shellNames)[number];

/** What can follow one command: `search`, or `tenant add`. */
interface Completion {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Commands below it, or the choices of its first argument. */
  readonly words: readonly string[];
}

interface Flag {
  /** `-n`, `--limit` */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

export const completionScripts: Readonly<Record<ShellName, (program: Command) => string>> = { bash, zsh, fish };

function completionsOf(program: Command, above = ''): readonly Completion[] {
  return program.commands.flatMap((command) => {
    const name = `${above}${command.name()}`;
    const inner = command.commands.map((one) => one.name());
    const choices = command.registeredArguments[0]?.argChoices ?? [];
    return [
      {
        name,
        description: command.description(),
        flags: command.createHelp().visibleOptions(command).map(flagOf),
        words: inner.length > 0 ? inner : choices,
      },
      ...completionsOf(command, `${name} `),
    ];
  });
}

const flagOf = ({ short, long, description, required, optional, argChoices }: Option): Flag => ({
  names: [short, long].filter((name) => name !== undefined),
  description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

const topLevel = (all: readonly Completion[]): readonly Completion[] => all.filter(({ name }) => !name.includes(' '));

/** A word in single quotes, for any of the shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `'search --mode'|'search --other') …` for each list of choices. */
const choiceCases = (all: readonly Completion[], line: (choices: string) => string): string =>
  all
    .flatMap(({ name, flags }) =>
      flags
        .filter(({ choices }) => choices.length > 0)
        .map(
          ({ names, choices }) =>
            `    ${names.map((flag) => quoted(`${name} ${flag}`)).join('|')}) ${line(choices.join(' '))} ;;\n`,
        ),
    )
    .join('');

/** Flags whose value is not a choice: a file or a free text follows. */
const valueCases = (all: readonly Completion[]): string =>
  all
    .flatMap(({ name, flags }) =>
      flags
        .filter(({ choices, takesValue }) => takesValue && choices.length === 0)
        .flatMap(({ names }) => names.map((flag) => quoted(`${name} ${flag}`))),
    )
    .join('|');

/** The command is the first word that is not a flag, with the second if it has subcommands. */
const nested = (all: readonly Completion[]): string =>
  topLevel(all)
    .filter(({ name }) => all.some((other) => other.name.startsWith(`${name} `)))
    .map(({ name }) => name)
    .join('|');

function bash(program: Command): string {
  const all = completionsOf(program);
  const flags = all.map(
    (one) => `    ${quoted(one.name)}) words=${quoted(one.flags.flatMap(({ names }) => names).join(' '))} ;;\n`,
  );
  const words = all.filter((one) => one.words.length > 0);
  return `# froe: completion for bash. Use: source <(froe completion bash)
_froe() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name= given=0 words= word i
  COMPREPLY=()
  [[ $cur == '=' ]] && cur=
  [[ $prev == '=' ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == [-=]* ]] && continue
    case $name in
      '') name=$word ;;
      ${nested(all)}) name="$name $word" ;;
      *) given=1 ;;
    esac
  done
  case "$name $prev" in
${choiceCases(all, (choices) => `COMPREPLY=($(compgen -W ${quoted(choices)} -- "$cur")); return`)}    ${valueCases(all)}) return ;;
  esac
  if [[ $cur == -* ]]; then
    case $name in
    '') words='--help --version' ;;
${flags.join('')}    esac
  elif ((given == 0)); then
    case $name in
    '') words=${quoted(
      topLevel(all)
        .map(({ name }) => name)
        .join(' '),
    )} ;;
${words.map((one) => `    ${quoted(one.name)}) words=${quoted(one.words.join(' '))} ;;\n`).join('')}    esac
  fi
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _froe froe
`;
}

/** `name:description`, for _describe; a colon in a name would end it. */
const described = (name: string, description: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`);

function zsh(program: Command): string {
  const all = completionsOf(program);
  const list = (entries: readonly string[]): string => `found=(${entries.join(' ')})`;
  const flagsOf = ({ flags }: Completion): string =>
    list(flags.flatMap(({ names, description }) => names.map((name) => described(name, description))));
  const words = all.filter((one) => one.words.length > 0);
  return `#compdef froe
# froe: completion for zsh. Use: source <(froe completion zsh), after compinit
_froe() {
  local -a found
  local prev=$words[CURRENT-1] name= given=0 word i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    [[ $word == -* ]] && continue
    case $name in
      ('') name=$word ;;
      (${nested(all)}) name="$name $word" ;;
      (*) given=1 ;;
    esac
  done
  case "$name $prev" in
${choiceCases(all, (choices) => `compadd -- ${choices}; return`)}    ${valueCases(all)}) _files; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    case $name in
${all.map((one) => `    ${quoted(one.name)}) ${flagsOf(one)} ;;\n`).join('')}    esac
    _describe -o flag found
  elif [[ -z $name ]]; then
    ${list(topLevel(all).map(({ name, description }) => described(name, description)))}
    _describe command found
  else
    if ((given == 0)); then
      case $name in
${words.map((one) => `      ${quoted(one.name)}) compadd -- ${one.words.join(' ')}; return ;;\n`).join('')}      esac
    fi
    _files
  fi
}
if [[ $funcstack[1] == _froe ]]; then _froe "$@"; else compdef _froe froe; fi
`;
}

function fish(program: Command): string {
  const all = completionsOf(program);
  const when = (condition: string): string => `complete -c froe -n ${quoted(condition)}`;
  const lines = all.flatMap(({ name, description, flags, words }) => {
    const path = name.split(' ');
    const [last] = path.slice(-1);
    const above = path.slice(0, -1);
    const here = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const offered =
      above.length === 0
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${above.join(' ')}; and not __fish_seen_subcommand_from ${siblings(all, above.join(' '))}`;
    const inner = all.some((other) => other.name.startsWith(`${name} `));
    return [
      `${when(offered)} -f -a ${last} -d ${quoted(description)}`,
      ...(words.length > 0 && !inner ? [`${when(here)} -f -a ${quoted(words.join(' '))}`] : []),
      ...flags.map((flag) => `${when(here)} ${fishFlag(flag)}`),
    ];
  });
  return `# froe: completion for fish. Use: froe completion fish > ~/.config/fish/completions/froe.fish\n${lines.join('\n')}\n`;
}

const siblings = (all: readonly Completion[], above: string): string =>
  all
    .filter(({ name }) => name.startsWith(`${above} `))
    .map(({ name }) => name.slice(above.length + 1))
    .join(' ');

/** -x: a value that is not a file; -r: a value that may be one. */
function fishFlag({ names, description, takesValue, choices }: Flag): string {
  const written = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...written, ...value, `-d ${quoted(description)}`].join(' ');
}
