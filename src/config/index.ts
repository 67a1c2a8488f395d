/** Settings: where they come from, and what a project may not set by itself. */
export type { SettingKey as Key, Settings, Values } from './keys.js';
export { inspect, load, projectWishes, type SettingOrigins as Origins } from './load.js';
export { userFolder } from './readConfig.js';
export { distrust, trust } from './trust.js';
