/** Where an index is: a file of this machine, or the address of a database. */
const ADDRESS = /^postgres(ql)?:\/\//i;

export const isDatabaseUrl = (where: string): boolean => ADDRESS.test(where);

/** Of a tenant's index, that of one of its roots; one that already names a root stays as it is. */
export const addressOfRoot = (where: string, root: string): string =>
  /[?&]root=/.test(where) ? where : `${where}${where.includes('?') ? '&' : '?'}root=${encodeURIComponent(root)}`;

/** As it may be shown: without a password. */
export const withoutPassword = (where: string): string =>
  where.replace(/(\b[a-z]+:\/\/[^:@/]*):[^/]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…');
