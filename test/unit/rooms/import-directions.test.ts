import { describe, expect, it } from 'vitest';
import { findForbiddenImports, readSources } from '../../support/import-rules.ts';

describe('imports between rooms', () => {
  it('go in the allowed directions only, and each library is imported in its own place', () => {
    const sources = readSources();
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap(findForbiddenImports)).toEqual([]);
  });

  it.each([
    ['read/a.ts', "import { x } from '../store/contract.ts';", 'read may not know store'],
    ['store/a.ts', "import type { X } from '../engine/contract.ts';", 'store may not know engine'],
    ['ui/screens/a.tsx', "import { x } from '../../engine/create-engine.ts';", 'ui may not know engine'],
    ['ui/screens/a.tsx', "const x = await import('../../thread/connect-engine.ts');", 'ui may not know thread'],
    ['engine/a.ts', "export { x } from '../thread/wire.ts';", 'engine may not know thread'],
    ['engine/a.ts', "import { wrap } from 'comlink';", 'comlink is known in thread/ only'],
    ['read/a.ts', "import { x } from '../model/schema/leaf.ts';", 'read may not know schemas'],
    [
      'read/a.ts',
      "import url from '../../build/kernel/kernel.simd.wasm?url';",
      'only thread knows where bytes come from',
    ],
    ['lib/a.ts', "import _ from 'lodash';", 'this library has no place yet'],
  ])('finds %s: %s', (path, text, reason) => {
    expect(findForbiddenImports({ path, text })).toEqual([expect.stringContaining(reason)]);
  });

  it('only the writer, the copy, the repair and the restore of a collection begin commits', () => {
    const begins = readSources().filter(
      ({ path, text }) => path.startsWith('engine/') && text.includes('beginCommit('),
    );
    expect(begins.map(({ path }) => path)).toEqual([
      'engine/backup/restore.ts',
      'engine/collection/collection-writer.ts',
      'engine/collection/copy-collection.ts',
      'engine/collection/repair-collection.ts',
    ]);
  });
});
