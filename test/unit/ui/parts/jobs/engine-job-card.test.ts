import { describe, expect, it } from 'vitest';
import { toStopped } from '../../../../../src/ui/parts/jobs/engine-job-card.tsx';

describe('a job that was stopped', () => {
  it('says that what was read is kept', () => {
    expect(toStopped({ type: 'ingest', done: 3 })).toBe('Stopped. What was done is kept and searchable.');
  });

  it('does not speak of what is kept when nothing was read', () => {
    expect(toStopped({ type: 'ingest', done: 0 })).toMatch(/^Stopped before anything was read/);
  });

  it.each(['export', 'import', 'pack'] as const)('says of %s that nothing half-made is kept', (type) => {
    expect(toStopped({ type, done: 3 })).toBe('Stopped. Nothing half-made is kept.');
  });
});
