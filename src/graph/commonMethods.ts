/** Method names of most standard libraries: they do not identify a class. */
const COMMON_METHODS = new Set(
  [
    'add all any append asref at catch charat clear clone close compareto concat contains copy count decode delete',
    'deref drop each empty encode end entries eq equals error exists extend filter find first flush fmt foreach format from',
    'get getattr has hash hashcode index indexof insert into isempty isnone isnull issome items iter iterator join',
    'id inspect keys last len length lower map max min name next pop push put range read readline reduce remove replace reverse set',
    'size slice sort split startswith string strip sub substring sum then tolist toowned tostring trim unwrap update',
    'toa toh toi tojson tos tosym upper value values with write zip',
  ].flatMap((line) => line.split(' ')),
);

export const isCommon = (method: string): boolean => COMMON_METHODS.has(normalised(method));

/** For comparison: lower case, letters and digits only. */
export const normalised = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
