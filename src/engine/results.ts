/** The options of a query, and its results. A facade of the engine (see cutting.ts). */
export { breadcrumbOf } from '../assemble/passage.js';
export { type Dependent, symbolLine, unresolvedImpact } from '../graph/impact.js';
export {
  formatSite,
  type Neighbour,
  type RelatedPlace,
  type SymbolRelations,
  unresolvedNotes,
} from '../graph/related.js';
export { instantOf } from '../search/commitFilter.js';
export { type Confidence, confidences, UNANSWERED } from '../search/confidence.js';
export { type Correction, describeCorrection } from '../search/correctSpelling.js';
export { explanationEntries, formatExplanation } from '../search/explanation.js';
export {
  combinings,
  describeMerged,
  describeMerging,
  type MergeOptions,
  type Merging,
  mergeDefaults,
} from '../search/merge.js';
export { parseQuery } from '../search/query.js';
export { describeRerankFailure, type RerankStatus } from '../search/rerankByProvider.js';
export { type Scope, scopes } from '../search/scope.js';
export { type Mode, modes, type Result, type SearchOptions } from '../search/search.js';
export { andFilters, type SearchFilter } from '../search/searchFilter.js';
export { artifactOf, chunkAddress, commitOf, commitTitle, shownPath, workspaceRootOf } from '../search/shownPath.js';
export { type SourceTypeName, sourceTypeNames, sourceTypeOf } from '../search/typeNames.js';
export { wordRanges } from '../search/wordRanges.js';
export { commitLimits } from '../sources/commitLimits.js';
export { type Sensitivity, sensitivities } from '../store/sensitivity.js';
export { exactPath } from '../text/pathPattern.js';
export { queryWords } from '../text/words.js';
