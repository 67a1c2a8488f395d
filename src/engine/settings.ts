/** The settings of a project, their origins, and what a provider needs. A facade of the engine (see cutting.ts). */
export { checkOptions } from '../config/checkOptions.js';
export { editorAddress } from '../config/editors.js';
export { mergeKinds, type SettingKey, type Settings, type Values } from '../config/keys.js';
export { inspect, projectWishes } from '../config/load.js';
export { userFolder } from '../config/readConfig.js';
export { distrust, trust } from '../config/trust.js';
export { workspaceWishes } from '../config/workspaceFile.js';
export { apiKeyStatus, cacheFile, embedder, specOf, VectorCache } from '../embed/index.js';
