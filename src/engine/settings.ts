/** What the settings of a project are, who said them, and what a provider needs. One of the engine's doors: surfaces import from here, and nothing below. */
export { checkOptions } from '../config/checkOptions.js';
export {
  distrust,
  inspect,
  type Key,
  projectWishes,
  type Settings,
  trust,
  userFolder,
  type Values,
} from '../config/index.js';
export { mergeKinds } from '../config/keys.js';
export { apiKeyStatus, cacheFile, embedder, specOf, VectorCache } from '../embed/index.js';
