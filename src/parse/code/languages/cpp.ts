import type { Syntax } from '../syntax.js';
import { c, type } from './c.js';

export const cpp: Syntax = {
  ...c,
  grammar: 'cpp',
  definitions: {
    ...c.definitions,
    class_specifier: type,
    concept_definition: { kind: 'class', body: () => undefined },
    namespace_definition: { kind: 'module' },
  },
  wrappers: ['template_declaration', 'friend_declaration'],
};
