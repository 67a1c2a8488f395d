/** A field of something that may be anything. */
export const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key] // just seen to be an object that has it
    : undefined;
