import { describe, expect, it } from 'vitest';
import { toStopped } from '../../../../../src/ui/parts/jobs/engine-job-card.tsx';

describe('a job that was stopped', () => {
  it('says that the imported files are kept', () => {
    expect(toStopped({ type: 'ingest', done: 3 })).toBe('Stopped. What was finished is saved and searchable.');
  });

  it('does not mention kept files without any', () => {
    expect(toStopped({ type: 'ingest', done: 0 })).toMatch(/^Stopped before anything was imported/);
  });

  it.each(['export', 'import', 'pack'] as const)('says of %s that no partial result is kept', (type) => {
    expect(toStopped({ type, done: 3 })).toBe('Stopped. No partial file remains.');
  });
});
