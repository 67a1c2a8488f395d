/**
 * A controller: for each action its routes, the filters that can stop it, its
 * parameters, and what else runs around it. In this order, because notes are
 * shortened from the end if they do not fit:
 *
 *     # Routes: PATCH|PUT /orders/:id
 *     # Filters: before_action :authenticate!, before_action :only_staff, unless: :staff?, +4 more
 *     # Params: status, note, +7 more
 *     # After: after_action :log_it
 */
import { memberNote, noteList, type PackUnit } from '../pack.js';
import type { RubyClass, RubyMethod } from '../ruby/readRuby.js';
import { filtersFor } from './filters.js';
import { controllerSize } from './kinds.js';
import { concernNotes } from './model.js';
import type { UnitContext } from './survey.js';

type Controller = Pick<PackUnit, 'form' | 'maxTokens' | 'notes' | 'members'>;

export function controllerUnit(
  rubyClass: RubyClass,
  { filters = [], routes = {}, concerns = [] }: UnitContext,
  text: string,
): Controller {
  const actions = actionsOf(rubyClass);
  const size = controllerSize(actions.length);
  const actionNames = new Set(actions.map(({ name }) => name));
  const permits = rubyClass.methods.map(({ name, start, end }) => ({
    name,
    permits: permitsIn(text.slice(start, end)),
  }));
  const members = actions.map(({ name, start, end }) => {
    // One action does not call another; `status: 403` names no method.
    const words = new Set(text.slice(start, end).match(/(?<!:)\b\w+\b(?!:(?!:))/g));
    const params = permits
      .filter((method) => (actionNames.has(method.name) ? method.name === name : words.has(method.name)))
      .flatMap((method) => method.permits);
    const activeFilters = filtersFor(name, filters);
    const filtersBefore = activeFilters.filter(({ after }) => !after);
    const worth = filtersBefore.map(({ stops }) => (stops ? 1 : 0));
    const notes = [
      noteList('Routes', Object.hasOwn(routes, name) ? routes[name] : [], 0),
      noteList('Filters', textsOf(filtersBefore), 1, worth),
      noteList('Params', [...new Set(params)], 2),
      noteList('After', textsOf(activeFilters.filter(({ after }) => after)), 3),
    ];
    return { name, start, end, notes: notes.filter(({ items }) => items.length > 0) };
  });
  // If actions have chunks of their own, each has its own notes.
  const allNotes = members.flatMap(({ name, notes }) => notes.map((note) => memberNote(name, note)));
  const routeNotes = members.flatMap(({ name, notes }) =>
    notes.filter(({ rank }) => rank === 0).map((note) => memberNote(name, note)),
  );
  return {
    ...size,
    members,
    notes: [...(size.form === 'members' ? routeNotes : allNotes), ...concernNotes(concerns)],
  };
}

export const actionsOf = ({ methods }: RubyClass): RubyMethod[] =>
  methods.filter(({ visibility, singleton }) => visibility === 'public' && !singleton);

const textsOf = (filters: readonly { readonly text: string }[]): string[] => filters.map(({ text }) => text);

const PERMIT_CALL = /\.(?:permit|expect)\s*\(/g;

/** The parameters that methods of a controller permit: `params.require(:post).permit(:title, tags: [])` → title, tags. */
export function permitsIn(text: string): string[] {
  const names: string[] = [];
  for (const { index, 0: opening } of text.matchAll(PERMIT_CALL)) {
    const argumentText = untilClosing(text, index + opening.length);
    for (const [, symbol, key] of argumentText.matchAll(/(?<![:\w]):(\w+)|\b(\w+):(?!:)/g)) names.push(symbol ?? key);
  }
  return [...new Set(names)];
}

/** Up to the bracket that closes the one before. */
function untilClosing(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
