import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { toBlob } from '../../support/make-archives.ts';
import { makeEngine } from '../../support/make-engine.ts';

describe('an archive of bad paths', () => {
  it('has a limited number of warnings with a total, and its good files are read', async () => {
    const paths = LIMITS.maxScanWarnings + 500;
    const bad = Array.from({ length: paths }, (_, i) => ({ name: `../${i}.txt` }));
    const file = toBlob(craftZip([...bad, { name: 'ok.txt' }]));
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    const summary = await engine.ingest({
      collectionId: id,
      jobId: 'bad-paths',
      input: { type: 'archive', name: 'x.zip', file },
    });
    expect(summary.indexed).toBe(1);
    const warnings = await engine.listWarnings(id);
    expect(warnings).toHaveLength(LIMITS.maxScanWarnings + 1);
    expect(warnings.find(({ path }) => path === 'x.zip')).toMatchObject({ code: 'bad-path', actual: paths });
  });
});
