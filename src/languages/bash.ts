import { shellLike } from './families.js';
import type { CodeLanguage } from './language.js';

export const bash: CodeLanguage = {
  ...shellLike,
  name: 'Shell',
  extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats', '.ebuild', '.eclass', '.command', '.zsh-theme'],
  filenames: [
    ...['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', '.zprofile', '.zshenv', '.envrc'],
    ...['PKGBUILD', 'APKBUILD', 'gradlew', 'mvnw'],
  ],
  interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash', 'mksh', 'bats'],
  aliases: ['shell', 'console', 'shell-session'],
  syntax: {
    grammar: 'bash',
    definitions: { function_definition: { kind: 'function' } },
    imports: [],
    holders: ['if_statement', 'elif_clause', 'else_clause'],
    roleByNode: { command: ({ text }) => (/^(source|\.)\s/.test(text) ? 'import' : undefined) },
  },
};
