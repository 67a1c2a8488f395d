/**
 * The colour of a syntax node, by the name of its kind. Grammars follow the same naming conventions
 * (`string_literal`, `line_comment`, `type_identifier`), so a few patterns match all of them, and a new grammar needs
 * no rules of its own. Computed once for each kind of a grammar.
 *
 *     anonymous  "return" "@media"          keyword: a word that the grammar itself spells
 *     named      comment, line_comment      comment, whole
 *                string, template_string    string, whole; what is interpolated is code again
 *                identifier                 a name: its colour depends on its context (paintTree.ts)
 */
import type { Language } from 'web-tree-sitter';
import type { HighlightKind } from './paint.js';

/** `whole`: with everything in it. `leaf`: if it has no children. */
export interface NodeColour {
  /** Of its kind; one that is not named is spelt so. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly colour?: HighlightKind;
  readonly extent: 'whole' | 'leaf';
  /** Code inside a string. */
  readonly isInterpolation: boolean;
  /** It is a call: the callee is its first child, or that in one of the fields below. */
  readonly isCall: boolean;
  /** A qualified name, of which the last part is called: `a.b.c`. */
  readonly isQualified: boolean;
}

const wordPattern = (...words: readonly string[]): RegExp => new RegExp(`(?:^|_)(?:${words.join('|')})(?:_|$)`);

const INTERPOLATION = /interpolation|interpolated_expression|substitution$|expansion$|embedded_expression|variable_ref/;
const STRING = wordPattern(
  ...['str', 'string', 'strings', 'char', 'character', 'rune', 'regex', 'regexp', 'heredoc', 'charlist', 'sigil'],
  ...['template_string', 'quoted_template', 'text_block', 'bare_symbol', 'simple_symbol', 'quoted_argument'],
  ...['attribute_value', 'quoted_attribute_value', 'plain_value', 'encapsed', 'interpolated_string_expression'],
);
const NOT_STRING = /(?:_type|_list|_array|[^d]_string_expression|_operator|_keyword|_name|_class)$|^type_|^unquoted/;
const NUMBER = wordPattern(
  ...['number', 'numeric', 'integer', 'float', 'decimal', 'num_lit', 'int_lit', 'int_literal', 'real_literal'],
  ...['float_literal', 'floating_point_literal', 'hex_literal', 'imaginary_literal', 'color_value', 'int_value'],
);
export const CONSTANT = /^(?:true|false|nil|null|none|undefined|(?:bool|boolean|nil|null)_(?:lit|literal|value))$/i;
const KEYWORD =
  /^keyword_|_keyword$|(?:^|_)modifier$|^(?:self|super|this|crate|storage_class_specifier|type_qualifier|mutable_specifier|tag_name|element_name|important|auto_keyword|preproc_directive)$/;
const BUILT_IN_TYPE = /^(?:primitive|predefined|builtin|integral|floating_point|void|boolean|sized)_type/;
const TYPE =
  /^(?:type_identifier|user_type|type_name|class_name|module_name|id_name|constant|constructor|upper_case_identifier|alias|module|contract_name|namespace_identifier|upper_identifier|type_case_identifier)$/;
const PROPERTY =
  /^(?:property_identifier|shorthand_property_identifier\w*|field_identifier|field_name|property_name|feature_name|attribute_name|hash_key_symbol|kwd_lit|keyword|key|argument_name|record_field|label_name)$/;
const FUNCTION = /^(?:function_name|command_name|method_name|macro_name|builtin_function)$/;
const CALL =
  /call|invocation|function_declarator|method_declarator|^application|^command|_command$|^macro|list_lit|^decorator$/;
const QUALIFIED =
  /member|attribute|field|selector|navigation|scoped|qualified|path|dot|suffix|^command_name$|directly_assig/;
/** A word, with a prefix as in `@media` and `#include`, or a suffix as in `macro_rules!`. */
const WORD = /^[@#]?[A-Za-z_][\w-]*[!?]?$/;

export const NO_COLOUR: NodeColour = {
  name: '',
  isNamed: false,
  extent: 'leaf',
  isInterpolation: false,
  isCall: false,
  isQualified: false,
};

/** By the number of its kind. */
export function nodeColours(language: Language): readonly NodeColour[] {
  return Array.from({ length: language.nodeTypeCount }, (_, id) => {
    const name = language.nodeTypeForId(id) ?? '';
    if (language.nodeTypeIsNamed(id)) return { ...namedColour(name.replace(/^_+/, '')), name, isNamed: true };
    if (!WORD.test(name)) return NO_COLOUR;
    return { ...NO_COLOUR, name, colour: CONSTANT.test(name) ? 'number' : 'keyword' };
  });
}

function namedColour(name: string): NodeColour {
  if (INTERPOLATION.test(name)) return { ...NO_COLOUR, isInterpolation: true };
  if (/comment/.test(name)) return { ...NO_COLOUR, colour: 'comment', extent: 'whole' };
  if (STRING.test(name) && !NOT_STRING.test(name)) return { ...NO_COLOUR, colour: 'string', extent: 'whole' };
  if (CONSTANT.test(name) || (NUMBER.test(name) && !/type$/.test(name)))
    return { ...NO_COLOUR, colour: 'number', extent: 'whole' };
  if (BUILT_IN_TYPE.test(name)) return { ...NO_COLOUR, colour: 'type', extent: 'whole' };
  const context = { ...NO_COLOUR, isCall: CALL.test(name), isQualified: QUALIFIED.test(name) };
  const rules: readonly (readonly [RegExp, HighlightKind])[] = [
    [KEYWORD, 'keyword'],
    [TYPE, 'type'],
    [PROPERTY, 'property'],
    [FUNCTION, 'function'],
  ];
  const rule = rules.find(([pattern]) => pattern.test(name));
  return rule ? { ...context, colour: rule[1] } : context;
}
