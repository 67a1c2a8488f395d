/** What can be referred to: a unit, or a source as a whole. */
import type { UnitDefinition } from '../store/store.js';
import type { Unit } from '../types.js';

export interface GraphPlace {
  readonly docId: string;
  readonly unit?: Unit;
}

export const idOf = ({ docId, unit }: GraphPlace): string => unit?.id ?? docId;

export const placeOf = (defined: UnitDefinition | undefined): GraphPlace | undefined =>
  defined && { docId: defined.docId, unit: defined };

const NO_CLASSES: ReadonlySet<string> = new Set(['function', 'method', 'module']);

/** A class by whatever name: to those who know an application it is a model, a controller, a job. */
export const isClass = ({ kind }: Pick<Unit, 'kind'>): boolean => !NO_CLASSES.has(kind);

export const isFunction = ({ kind }: Pick<Unit, 'kind'>): boolean => kind === 'function' || kind === 'method';
