import type { ReferenceSyntax } from './referenceSyntax.js';

/** Everything in a module sees everything else in it; imports name whole modules, which are seldom folders. */
export const swift: ReferenceSyntax = {
  query: `
(call_expression . [
  (simple_identifier) @calls
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @calls))])
(inheritance_specifier inherits_from: (user_type (type_identifier) @inherits))
(type_identifier) @reads
(navigation_expression target: (simple_identifier) suffix: (navigation_suffix suffix: (simple_identifier) @reads))`,
  self: ['self', 'super', 'Self'],
  implicitSelf: true,
  reach: 'tree',
};
