import type { Syntax } from '../syntax.js';

export const bash: Syntax = {
  grammar: 'bash',
  definitions: { function_definition: { kind: 'function' } },
  imports: ({ type, text }) => type === 'command' && /^(source|\.)\s/.test(text),
};
