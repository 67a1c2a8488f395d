/** Rails: applications, engines and packs, by their syntax and their files alone. Nothing is run. */
import { definePack } from './pack.js';
import { type RailsFacts, railsFacts } from './rails/facts.js';
import { isRoutes, isSchema, isUnitFile, looksLikeRails } from './rails/kinds.js';
import { type RailsContext, surveyRails } from './rails/survey.js';
import { railsUnits } from './rails/units.js';

export const rails = definePack<RailsFacts, RailsContext>({
  name: 'rails',
  applies: looksLikeRails,
  claims: (path) => isUnitFile(path) || isSchema(path) || isRoutes(path),
  facts: railsFacts,
  survey: surveyRails,
  units: railsUnits,
});
