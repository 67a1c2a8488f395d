/**
 * Questions from a file, one JSON object a line:
 *
 *     {"query": "where is a source cut?", "answers": [{"path": "src/chunk/cutter.ts", "start_line": 40, "end_line": 90}]}
 *
 * `exclude` takes places like `answers` does; `id` and `kind` are free. `file`,
 * `startLine` and `endLine` are understood, too.
 */
import { z } from 'zod';
import { FroeError } from '../errors.js';
import type { EvalQuestion } from './question.js';

const line = z.int().min(1);
const place = z
  .object({
    path: z.string().optional(),
    file: z.string().optional(),
    start_line: line.optional(),
    startLine: line.optional(),
    end_line: line.optional(),
    endLine: line.optional(),
  })
  .transform(({ path, file, start_line, startLine, end_line, endLine }, context) => {
    const range = { path: path ?? file, startLine: start_line ?? startLine, endLine: end_line ?? endLine };
    if (range.path !== undefined && range.startLine !== undefined && range.endLine !== undefined)
      return { path: range.path, startLine: range.startLine, endLine: range.endLine };
    context.addIssue({ code: 'custom', message: 'a place has a path, a start_line and an end_line' });
    return z.NEVER;
  });
const row = z.object({
  id: z.string().optional(),
  query: z.string().min(1),
  answers: z.array(place).min(1),
  exclude: z.array(place).optional(),
});

export function readFixture(text: string, name: string): EvalQuestion[] {
  return text.split('\n').flatMap((json, index): EvalQuestion[] => {
    if (json.trim() === '') return [];
    const { id, query, answers, exclude } = rowOf(json, `${name}:${index + 1}`);
    return [{ id: id ?? `given:${index + 1}`, kind: 'given', query, answers, ...(exclude ? { exclude } : {}) }];
  });
}

const SHAPE = 'A line is {"query": …, "answers": [{"path": …, "start_line": …, "end_line": …}]}.';

function rowOf(json: string, where: string): z.infer<typeof row> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new FroeError('bad-option', `${where} is not JSON`, SHAPE, error);
  }
  const parsed = row.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new FroeError('bad-option', `${where}: ${path.join('.') || 'line'}: ${message}`, SHAPE);
}
