import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes more than five seconds of processor time. Begun last, one of them would keep one core busy while the others have nothing to do. */
const LONGEST = [
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

/** A fresh clone knows no durations, and vitest begins with the largest files, which are not those that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(`/test/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
