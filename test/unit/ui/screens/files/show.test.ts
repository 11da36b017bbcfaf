import { expect, it } from 'vitest';
import { countShown, listFailures } from '../../../../../src/ui/screens/files/build-tree.ts';

it('a damaged document is counted once, as a file without text', () => {
  const listing = {
    files: [],
    withoutText: [{ path: 'a.pdf', bytes: 9, reason: 'unreadable' as const }],
    skips: [],
    warnings: [
      { path: 'a.pdf', code: 'unreadable' as const, message: 'damaged' },
      { path: 'b.md', code: 'unreadable' as const, message: 'no permission' },
    ],
  };
  expect(countShown(listing)).toEqual({ all: 0, 'without-text': 1, skipped: 0, failed: 1 });
  expect(listFailures(listing).map(({ path }) => path)).toEqual(['b.md']);
});
