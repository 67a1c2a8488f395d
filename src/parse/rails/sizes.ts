/** How large the chunks of a unit should be at most, and from when on it is taken apart. */
import type { PackUnit } from '../pack.js';

type UnitSize = Pick<PackUnit, 'form' | 'maxTokens'>;

/** Lines, inlined concerns included. */
const SMALL_MODEL = 100;
const MANY_ACTIONS = 5;
const MANY_MAILS = 4;
export const FIELDS_PER_SECTION = 10;

export const modelSize = (lines: number): UnitSize =>
  lines < SMALL_MODEL ? { form: 'single', maxTokens: 800 } : { form: 'sections', maxTokens: 600 };

export const controllerSize = (actions: number): UnitSize =>
  actions < MANY_ACTIONS ? { form: 'single', maxTokens: 1000 } : { form: 'members', maxTokens: 500 };

export const mailerSize = (actions: number): UnitSize => ({
  form: actions < MANY_MAILS ? 'single' : 'members',
  maxTokens: 600,
});

const sizes: Readonly<Record<string, UnitSize>> = {
  service: { form: 'single', maxTokens: 1000 },
  job: { form: 'single', maxTokens: 500 },
  worker: { form: 'single', maxTokens: 500 },
  component: { form: 'single', maxTokens: 600 },
  graphql_type: { form: 'sections', maxTokens: 800 },
  graphql_mutation: { form: 'sections', maxTokens: 800 },
  graphql_resolver: { form: 'sections', maxTokens: 800 },
  framework: { form: 'sections', maxTokens: 800 },
};

/** Whatever else an application has a folder for is mostly small. */
const OTHER: UnitSize = { form: 'single', maxTokens: 800 };

export const unitSize = (kind: string): UnitSize => sizes[kind] ?? OTHER;
