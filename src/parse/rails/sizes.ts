/** How large the chunks of a unit should be at most, and from when on it is taken apart. */
import type { PackUnit } from '../pack.js';

type Size = Pick<PackUnit, 'form' | 'mostTokens'>;

/** Lines, inlined concerns included. */
const SMALL_MODEL = 100;
const MANY_ACTIONS = 5;
const MANY_MAILS = 4;
export const FIELDS_TOGETHER = 10;

export const modelSize = (lines: number): Size =>
  lines < SMALL_MODEL ? { form: 'single', mostTokens: 800 } : { form: 'sections', mostTokens: 600 };

export const controllerSize = (actions: number): Size =>
  actions < MANY_ACTIONS ? { form: 'single', mostTokens: 1000 } : { form: 'members', mostTokens: 500 };

export const mailerSize = (actions: number): Size => ({
  form: actions < MANY_MAILS ? 'single' : 'members',
  mostTokens: 600,
});

const sizes: Readonly<Record<string, Size>> = {
  service: { form: 'single', mostTokens: 1000 },
  job: { form: 'single', mostTokens: 500 },
  worker: { form: 'single', mostTokens: 500 },
  component: { form: 'single', mostTokens: 600 },
  graphql_type: { form: 'sections', mostTokens: 800 },
  graphql_mutation: { form: 'sections', mostTokens: 800 },
  graphql_resolver: { form: 'sections', mostTokens: 800 },
  framework: { form: 'sections', mostTokens: 800 },
};

/** Whatever else an application has a folder for is mostly small. */
const OTHER: Size = { form: 'single', mostTokens: 800 };

export const sizeOf = (kind: string): Size => sizes[kind] ?? OTHER;
