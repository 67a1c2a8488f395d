/**
 * What a Ruby file of an application defines, by its folder and its superclass.
 * Applications, engines and packs all have folders called `app`:
 *
 *     app/models/user.rb                         model
 *     packs/billing/app/services/charge.rb       service
 *     app/serializers/user_serializer.rb         serializer: an unknown folder names its kind
 */

import type { PackUnit } from '../pack.js';
import type { RubyClass } from '../ruby/readRuby.js';
import { singularize } from './inflect.js';

const APP = /(?:^|\/)app\/([^/]+)\/.*\.rb$/;
const CONCERN = /(?:^|\/)concerns\//;
const LIB = /(?:^|\/)lib\/(?!tasks\/|generators\/.*\/templates\/).*\.rb$/;
const SCHEMA = /(?:^|\/)db\/(schema\.rb|structure\.sql)$/;
const ROUTES = /(?:^|\/)config\/routes(?:\.rb|\/.*\.rb)$/;
/** A dummy application inside a test is part of the test. */
const TEST = /(?:^|\/)(?:spec|test|tests|features|fixtures)\//;

const kindsByFolder: Readonly<Record<string, string>> = {
  models: 'model',
  controllers: 'controller',
  services: 'service',
  jobs: 'job',
  workers: 'worker',
  sidekiq: 'worker',
  mailers: 'mailer',
  components: 'component',
  views: 'component',
  graphql: 'graphql_type',
};

/** Superclasses that are more specific than the folder. */
const kindsBySuperclass: readonly (readonly [RegExp, string])[] = [
  [/^(ApplicationRecord|ActiveRecord::Base)$/, 'model'],
  [/^(ApplicationController|ActionController::(Base|API))$/, 'controller'],
  [/^(ApplicationJob|ActiveJob::Base)$/, 'job'],
  [/^(ApplicationMailer|ActionMailer::Base)$/, 'mailer'],
  [/^(ApplicationComponent|ViewComponent::Base|Phlex::(HTML|SVG))$/, 'component'],
  [/(^|::)(BaseMutation|Mutation|RelayClassicMutation)$/, 'graphql_mutation'],
  [/(^|::)(BaseResolver|Resolver)$/, 'graphql_resolver'],
  [/(^|::)(BaseObject|BaseInputObject|BaseEnum|BaseUnion|BaseScalar)$|^GraphQL::Schema::/, 'graphql_type'],
  [/^Types::Base(Interface)?$/, 'graphql_type'],
];

export const isSchema = (path: string): boolean => SCHEMA.test(path) && !TEST.test(path);
export const isRoutes = (path: string): boolean => ROUTES.test(path) && !TEST.test(path);
export const isUnitFile = (path: string): boolean => (APP.test(path) || LIB.test(path)) && !TEST.test(path);

/** The kind of a class, as far as its own file tells. */
export function kindOf(path: string, { module, superclass, calls, name }: RubyClass): string | undefined {
  const folder = APP.exec(path)?.[1];
  if (folder === undefined) return 'framework';
  const isConcern = calls.some(
    ({ name: call, args }) => call === 'extend' && JSON.stringify(args).includes('ActiveSupport::Concern'),
  );
  if (module && (isConcern || CONCERN.test(path))) return 'concern';
  const parentClass = superclass?.replace(/^::/, '');
  const base =
    parentClass === undefined ? undefined : kindsBySuperclass.find(([pattern]) => pattern.test(parentClass))?.[1];
  if (base !== undefined) return base;
  const includes = calls.filter(({ name: call }) => call === 'include').map(({ args }) => JSON.stringify(args));
  if (includes.some((args) => /Sidekiq::(Worker|Job)"/.test(args))) return 'worker';
  if (folder === 'graphql')
    return /Mutation/.test(name) || path.includes('/mutations/') ? 'graphql_mutation' : 'graphql_type';
  const kind = Object.hasOwn(kindsByFolder, folder) ? kindsByFolder[folder] : singularize(folder);
  // A module that only groups others is not a unit.
  return module && (kind === 'model' || kind === 'controller') ? undefined : kind;
}

/** An application, an engine, or a library that a framework is made of. */
export const looksLikeRails = (paths: readonly string[]): boolean =>
  paths.some(
    (path) =>
      !TEST.test(path) &&
      /(?:^|\/)config\/(?:application|routes)\.rb$|(?:^|\/)lib\/.*\bengine\.rb$|(?:^|\/)(?:railties|rails)\.gemspec$/.test(
        path,
      ),
  );

/** Limits for the chunks of a unit, and when it is split into sections or members. */
type UnitSize = Pick<PackUnit, 'form' | 'maxTokens'>;

/** Lines, inlined concerns included. */
const SMALL_MODEL_LINES = 100;
const MANY_ACTIONS = 5;
const MANY_MAILS = 4;
export const FIELDS_PER_SECTION = 10;

export const modelSize = (lines: number): UnitSize =>
  lines < SMALL_MODEL_LINES ? { form: 'single', maxTokens: 800 } : { form: 'sections', maxTokens: 600 };

export const controllerSize = (actions: number): UnitSize =>
  actions < MANY_ACTIONS ? { form: 'single', maxTokens: 1000 } : { form: 'members', maxTokens: 500 };

export const mailerSize = (actions: number): UnitSize => ({
  form: actions < MANY_MAILS ? 'single' : 'members',
  maxTokens: 600,
});

const sizesByKind: Readonly<Record<string, UnitSize>> = {
  service: { form: 'single', maxTokens: 1000 },
  job: { form: 'single', maxTokens: 500 },
  worker: { form: 'single', maxTokens: 500 },
  component: { form: 'single', maxTokens: 600 },
  graphql_type: { form: 'sections', maxTokens: 800 },
  graphql_mutation: { form: 'sections', maxTokens: 800 },
  graphql_resolver: { form: 'sections', maxTokens: 800 },
  framework: { form: 'sections', maxTokens: 800 },
};

/** Units of other folders are mostly small. */
const DEFAULT_SIZE: UnitSize = { form: 'single', maxTokens: 800 };

export const unitSize = (kind: string): UnitSize =>
  Object.hasOwn(sizesByKind, kind) ? sizesByKind[kind] : DEFAULT_SIZE;
