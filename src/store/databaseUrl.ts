/** Where an index is: a file on this machine, or the URL of a database. */
const ADDRESS = /^postgres(ql)?:\/\//i;

export const isDatabaseUrl = (where: string): boolean => ADDRESS.test(where);

/** The URL of one root of a tenant; a URL that already names a root is unchanged. */
export const addressOfRoot = (where: string, root: string): string =>
  /[?&]root=/.test(where) ? where : `${where}${where.includes('?') ? '&' : '?'}root=${encodeURIComponent(root)}`;

/** For display: without the password. */
export const withoutPassword = (where: string): string =>
  where.replace(/(\b[a-z]+:\/\/[^:@/]*):[^/]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…');
