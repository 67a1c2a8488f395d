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

/** What can follow one command: `search`, or `tenant add`; '' is froe itself. */
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

function completionsOf(command: Command, name = ''): readonly Completion[] {
  const inner = command.commands.map((one) => one.name());
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  return [
    {
      name,
      description: command.description(),
      flags: command.createHelp().visibleOptions(command).map(flagOf),
      words: inner.length > 0 ? inner : choices,
    },
    ...command.commands.flatMap((one) => completionsOf(one, `${name} ${one.name()}`.trimStart())),
  ];
}

const flagOf = ({ short, long, description, required, optional, argChoices }: Option): Flag => ({
  names: [short, long].filter((name) => name !== undefined),
  description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

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
const nested = (all: readonly Completion[]): readonly string[] =>
  all.filter(({ name }) => name !== '' && childrenOf(all, name).length > 0).map(({ name }) => name);

const childrenOf = (all: readonly Completion[], above: string): readonly Completion[] =>
  all.filter(({ name }) => name !== '' && name.split(' ').slice(0, -1).join(' ') === above);

const lastWord = ({ name }: Completion): string => name.replace(/^.* /, '');

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
      ${nested(all).join('|')}) name="$name $word" ;;
      *) given=1 ;;
    esac
  done
  case "$name $prev" in
${choiceCases(all, (choices) => `COMPREPLY=($(compgen -W ${quoted(choices)} -- "$cur")); return`)}    ${valueCases(all)}) return ;;
  esac
  if [[ $cur == -* ]]; then
    case $name in
${flags.join('')}    esac
  elif ((given == 0)); then
    case $name in
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
  const words = all.filter(({ name, words }) => name !== '' && words.length > 0);
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
      (${nested(all).join('|')}) name="$name $word" ;;
      (*) given=1 ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    prev=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$name $prev" in
${choiceCases(all, (choices) => `compadd -- ${choices}; return`)}    ${valueCases(all)}) _files; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    case $name in
${all.map((one) => `    ${quoted(one.name)}) ${flagsOf(one)} ;;\n`).join('')}    esac
    _describe -o flag found
  elif [[ -z $name ]]; then
    ${list(childrenOf(all, '').map(({ name, description }) => described(name, description)))}
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
  const at = (name: string, isFirst = false): string =>
    `complete -c froe -n ${quoted(`__froe_at "${name}"${isFirst ? ' first' : ''}`)}`;
  const lines = all.flatMap(({ name, flags, words }) => {
    const below = childrenOf(all, name);
    return [
      ...below.map((one) => `${at(name, true)} -f -a ${lastWord(one)} -d ${quoted(one.description)}`),
      ...(below.length === 0 && words.length > 0 ? [`${at(name, true)} -f -a ${quoted(words.join(' '))}`] : []),
      ...flags.map((flag) => `${at(name)} ${fishFlag(flag)}`),
    ];
  });
  return `# froe: completion for fish. Use: froe completion fish > ~/.config/fish/completions/froe.fish
function __froe_at --description 'Is this the command that is being typed? first: nothing has been given to it'
    set -l name
    set -l given
    for word in (commandline -opc)[2..]
        if string match -q -- '-*' $word
            continue
        else if test -z "$name"
            set name $word
        else if contains -- "$name" ${nested(all).join(' ')}
            set name "$name $word"
        else
            set given yes
        end
    end
    test "$name" = "$argv[1]"; and test -z "$argv[2]" -o -z "$given"
end
${lines.join('\n')}
`;
}

/** -x: a value that is not a file; -r: a value that may be one. */
function fishFlag({ names, description, takesValue, choices }: Flag): string {
  const written = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...written, ...value, `-d ${quoted(description)}`].join(' ');
}
