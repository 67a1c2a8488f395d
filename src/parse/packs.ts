/** The packs. A file belongs to the first that claims it. */
import { definePack, type Pack } from './pack.js';
import { components } from './packs/components.js';
import { django } from './packs/django.js';
import { routes } from './packs/routes.js';
import { type RailsFacts, railsFacts } from './rails/facts.js';
import { isRoutes, isSchema, isUnitFile, looksLikeRails } from './rails/kinds.js';
import { type RailsContext, surveyRails } from './rails/survey.js';
import { railsUnits } from './rails/units.js';

/** Rails: applications, engines and packs, by their syntax and their files alone. Nothing is run. */
export const rails = definePack<RailsFacts, RailsContext>({
  name: 'rails',
  applies: looksLikeRails,
  claims: (path) => isUnitFile(path) || isSchema(path) || isRoutes(path),
  facts: railsFacts,
  survey: surveyRails,
  units: railsUnits,
});

export const packs: readonly Pack[] = [rails, django, routes, components];

export const packNamed = (name: string): Pack | undefined => packs.find((pack) => pack.name === name);
