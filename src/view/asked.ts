/** What a request asks, checked: one line says what is wrong with it. */
import { z } from 'zod';
import { strategies } from '../engine/files.js';
import { FroeError } from '../errors.js';
import { formatNames } from '../format/index.js';

const QUERY_CHARS = 4000;
const MOST_TOKENS = 1_000_000;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const query = z.string().max(QUERY_CHARS);

export const fileAsked = z.strictObject({
  path: z.string().min(1),
  maxTokens: whole(8, MOST_TOKENS).optional(),
  overlap: whole(0, MOST_TOKENS).optional(),
  granularity: z.enum(['pack', 'node']).optional(),
  strategy: z.enum(strategies).optional(),
});

export const artifactAsked = z.strictObject({ id: z.string().min(1) });

export const searchAsked = z.strictObject({ q: query, limit: whole(1, 100).default(20) });

export const contextAsked = z.strictObject({
  q: query,
  budget: whole(1, MOST_TOKENS).optional(),
  format: z.enum(formatNames).optional(),
});

export function checked<S extends z.ZodObject>(schema: S, asked: Readonly<Record<string, string>>): z.output<S> {
  const result = schema.safeParse(asked);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  const known = Object.keys(schema.shape).join(', ');
  throw new FroeError('bad-option', `${path.join('.') || 'The request'}: ${message}`, `It takes: ${known}`);
}
