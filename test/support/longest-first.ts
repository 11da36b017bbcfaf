import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than five seconds of processor time each. If one started last, the other cores would be idle meanwhile. */
const LONGEST = [
  'hostile/read/document-families',
  'contract/engine/masked-export',
  'property/engine/citations.property',
  'property/engine/collection-life',
  'contract/engine/damage',
  'contract/engine/pairs',
  'contract/read/documents',
  'contract/engine/incomplete',
  'hostile/crawl/html',
  'property/crawl/misfortune',
  'hostile/read/poison',
  'property/export/names-everywhere',
  'contract/engine/one-changed-file',
  'property/fuzz',
  'property/engine/update-equals-fresh',
  'contract/engine/packs-of-issues',
];

/** Starts the slowest files first: a new clone has no durations, and vitest would start with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(`/test/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
