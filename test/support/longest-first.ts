import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than five seconds of processor time each. If one started last, the other cores would be idle meanwhile. */
const LONGEST = [
  'hostile/read/text',
  'hostile/read/poison',
  'unit/export/postgres',
  'property/engine/collection-life',
  'contract/mcp/server',
  'contract/engine/incomplete',
  'hostile/export/secrets',
  'hostile/crawl/llms-files',
  'unit/crawl/repo/repositories',
  'contract/publish/sealed',
  'hostile/kernel/chunk-hostile',
  'contract/engine/pairs',
  'hostile/read/long-runs',
  'contract/engine/damage',
  'hostile/sources/archives',
  'hostile/read/document-families',
  'unit/zip/zip-writer',
];

/** Starts the slowest files first: a new clone has no durations, and vitest would start with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(`/test/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
