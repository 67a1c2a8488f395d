/** What a variable holds, guessed from how it and the method are called. */

/** `builder.build()`, `self.walk_builder.build()` and the class `WalkBuilder`. */
export function namesMatch(variable: string, owner: string): boolean {
  const [said, type] = [bare(variable), bare(owner.slice(owner.lastIndexOf('.') + 1))];
  return said.length > 2 && !ANY.has(said) && (type.endsWith(said) || said.endsWith(type));
}

/** `line_item`, `lineItem` → `LineItem` */
export const classNameOf = (variable: string): string =>
  variable.replace(/(?:^|_)+(\p{Ll})/gu, (_, letter: string) => letter.toUpperCase());

/** Whatever went wrong is called so. */
const ANY: ReadonlySet<string> = new Set(['err', 'error', 'exception']);

/** `c` may be a Context or a RouteConfig, but no Engine; a longer name may be anything. */
export function mayStandFor(variable: string, type: string): boolean {
  const said = bare(variable);
  if (said.length > 2) return true;
  const words = type.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.toLowerCase().startsWith(said[0] ?? ' '));
}

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What the libraries of most languages call the methods of their own objects: such a name says nothing of whose it is. */
const COMMON = new Set(
  [
    'add all any append asref at catch charat clear clone close compareto concat contains copy count decode delete',
    'deref drop each empty encode end entries eq equals error exists extend filter find first flush fmt foreach format from',
    'get getattr has hash hashcode index indexof insert into isempty isnone isnull issome items iter iterator join',
    'id inspect keys last len length lower map max min name next pop push put range read readline reduce remove replace reverse set',
    'size slice sort split startswith string strip sub substring sum then tolist toowned tostring trim unwrap update',
    'toa toh toi tojson tos tosym upper value values with write zip',
  ].flatMap((line) => line.split(' ')),
);

export const isCommon = (method: string): boolean => COMMON.has(bare(method));

/** `send_message` and `parseHeader` are somebody's, even where nothing is known of what they are called on. */
export const isDistinctive = (method: string): boolean => /[a-z0-9][A-Z]|._./.test(method) || method.length > 9;
