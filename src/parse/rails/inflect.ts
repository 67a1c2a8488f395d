/** Singular, plural and the spellings that Rails converts names between, as far as names in code need them. */

const IRREGULAR: readonly (readonly [one: string, many: string])[] = [
  ['person', 'people'],
  ['man', 'men'],
  ['child', 'children'],
  ['move', 'moves'],
  ['zombie', 'zombies'],
  ['datum', 'data'],
  ['medium', 'media'],
  ['ox', 'oxen'],
  ['quiz', 'quizzes'],
  ['mouse', 'mice'],
  ['movie', 'movies'],
];
const UNCOUNTABLE: ReadonlySet<string> = new Set([
  'equipment',
  'information',
  'rice',
  'money',
  'species',
  'series',
  'fish',
  'sheep',
  'jeans',
  'police',
  'news',
  'metadata',
]);

type Rule = readonly [RegExp, string];
const PLURALS: readonly Rule[] = [
  [/(ax|test)is$/, '$1es'],
  [/(octop|vir)us$/, '$1i'],
  [/(alias|status)$/, '$1es'],
  [/(bu|campu|viru)s$/, '$1ses'],
  [/(buffal|tomat|her|potat)o$/, '$1oes'],
  [/([ti])um$/, '$1a'],
  [/sis$/, 'ses'],
  [/(?:([^f])fe|([lr])f)$/, '$1$2ves'],
  [/([^aeiouy]|qu)y$/, '$1ies'],
  [/(matr|vert|ind)(?:ix|ex)$/, '$1ices'],
  [/(x|ch|ss|sh|z)$/, '$1es'],
  [/s$/, 's'],
  [/$/, 's'],
];
const SINGULARS: readonly Rule[] = [
  [/(ss)$/, '$1'],
  [/(database)s$/, '$1'],
  [/(matr)ices$/, '$1ix'],
  [/(vert|ind)ices$/, '$1ex'],
  [/(alias|status|bus|campus|virus)(es)?$/, '$1'],
  [/(analy|ba|diagno|parenthe|progno|synop|the|cri|ax|test)(sis|ses)$/, '$1sis'],
  [/(shoe|slave|move|cookie|cache)s$/, '$1'],
  [/([lr])ves$/, '$1f'],
  [/(tive|hive|live|native)s$/, '$1'],
  [/([^f])ves$/, '$1fe'],
  [/([^aeiouy]|qu)ies$/, '$1y'],
  [/(x|ch|ss|sh|zz)es$/, '$1'],
  [/(o)es$/, '$1'],
  [/([ti])a$/, '$1um'],
  [/s$/, ''],
];

export const pluralize = (word: string): string => lastWord(word, (last) => inflected(last, PLURALS, 1));
export const singularize = (word: string): string => lastWord(word, (last) => inflected(last, SINGULARS, 0));

/** `blog_post` → `blog_posts`: only the last word of a name is inflected. */
function lastWord(name: string, inflect: (word: string) => string): string {
  const at = Math.max(name.lastIndexOf('_'), name.lastIndexOf('/')) + 1;
  return name.slice(0, at) + inflect(name.slice(at));
}

function inflected(word: string, rules: readonly Rule[], index: 0 | 1): string {
  if (word === '' || UNCOUNTABLE.has(word)) return word;
  for (const pair of IRREGULAR) if (pair.includes(word)) return pair[index];
  const rule = rules.find(([pattern]) => pattern.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}

/** `admin/blog_post` → `Admin::BlogPost` */
export const camelize = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(/(?:^|_)([a-z\d])/g, (_, letter: string) => letter.toUpperCase()))
    .join('::');

/** `Admin::BlogPost` → `admin/blog_post` */
export const underscore = (name: string): string =>
  name
    .replaceAll('::', '/')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();

/** The table of a class that names none: `Admin::BlogPost` → `blog_posts`, `admin_blog_posts`. */
export const tableNames = (name: string): readonly string[] => {
  const path = underscore(name);
  return [...new Set([pluralize(path.replaceAll('/', '_')), pluralize(path.slice(path.lastIndexOf('/') + 1))])];
};

/** The class behind the name of an association: `line_items` → `LineItem`. */
export const classify = (name: string): string => camelize(singularize(name));
