import { describe, expect, it } from 'vitest';
import type { Finding } from '../fuzz/contract.ts';
import { runFuzz } from '../fuzz/run-fuzz.ts';

describe('mutated real files', () => {
  it('do no harm at any entry point: a small sample of `npm run fuzz`', {
    timeout: 120_000,
  }, async () => {
    const findings: Omit<Finding, 'bytes'>[] = [];
    const counts = await runFuzz(
      { seed: 20, from: 0, runs: 100, targets: [] },
      { onRun: () => undefined, onFinding: ({ bytes: _bytes, ...finding }) => findings.push(finding) },
    );
    expect(findings).toEqual([]);
    expect(Object.keys(counts).sort()).toEqual([
      ...['archive', 'documents', 'families', 'import', 'published', 'query', 'read', 'secrets', 'site', 'stored'],
    ]);
  });
});
