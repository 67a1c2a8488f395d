import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';

/** `import 'package:shop/client.dart' as c;`, `export 'item.dart';`, `part 'item.g.dart';` */
function imports(statement: string): readonly ImportedName[] {
  const found = /["']([^"']+)["'](?:\s+(?:deferred\s+)?as\s+(\w+))?/.exec(statement);
  return found ? [{ module: found[1], name: '*', local: found[2] }] : [];
}

export const dart: ReferenceSyntax = {
  query: `
((identifier) @calls . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @calls)) . (selector (argument_part)))
(superclass (type_identifier) @inherits)
(mixins (type_identifier) @includes)
(interfaces (type_identifier) @inherits)
(type_identifier) @reads
[(import_or_export) (part_directive)] @imports`,
  imports,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'file',
};
