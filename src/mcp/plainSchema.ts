/** A zod schema as the JSON Schema that every client understands: plain types, and nothing that costs tokens for no use. */
import { z } from 'zod';

export interface PlainSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, object>;
}

export function plainSchema(schema: z.ZodObject, io: 'input' | 'output'): PlainSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => trim(jsonSchema) });
  return { ...plain, type: 'object', properties: (plain.properties ?? {}) as Record<string, object> }; // of an object schema they are objects
}

/** The largest whole number that zod names says nothing. */
function trim(schema: { maximum?: number; minimum?: number }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
