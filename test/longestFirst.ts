/**
 * What takes long is begun first: begun last, it would run on one core while the
 * other has nothing left to do. Vitest knows by itself how long a file took, but
 * not where it has not run before.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = [
  'store/sqliteFaults',
  'view/browser',
  'sync/sync',
  'cli/indexWatch',
  'cli/index',
  'cli/indexMemory',
  'attack/limits',
  'cli/indexWriters',
  'postgres/faults',
  'remote/workers',
  'docs/conformance',
].map((name) => `/test/${name}.test.ts`);

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((end) => moduleId.endsWith(end));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
