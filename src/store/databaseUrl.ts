/** Where an index is: a file of this machine, or the address of a database. */
const ADDRESS = /^postgres(ql)?:\/\//i;

export const isDatabaseUrl = (where: string): boolean => ADDRESS.test(where);

/** As it may be shown: without a password. */
export const withoutPassword = (where: string): string =>
  where.replace(/(\b[a-z]+:\/\/[^:@/]*):[^/]*@/i, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…');
