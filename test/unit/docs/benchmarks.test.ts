import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePlots } from '../../../scripts/make-plots.mjs';

const page = readFileSync('docs/benchmarks.md', 'utf8');

describe('docs/benchmarks.md', () => {
  it('has plots that match its tables (drawn by `node scripts/make-plots.mjs`)', () => {
    const plots = Object.entries(makePlots());
    expect(plots.map(([path]) => path)).toEqual([
      'pictures/publish-growth.svg',
      'pictures/quality.svg',
      'pictures/speed.svg',
    ]);
    expect(plots.filter(([path, svg]) => readFileSync(`docs/${path}`, 'utf8') !== svg).map(([path]) => path)).toEqual(
      [],
    );
    expect(plots.filter(([path]) => !page.includes(`](${path})`))).toEqual([]);
    const svgs = makePlots();
    for (const bars of ['pictures/quality.svg', 'pictures/speed.svg'])
      expect(svgs[bars]?.split('<rect').length).toBeGreaterThan(20);
    expect([...(svgs['pictures/publish-growth.svg'] ?? '').matchAll(/points="([\d.]+,[\d.]+ ?){4,}"/g)]).toHaveLength(
      6,
    );
  });

  it('names benchmark scripts that exist', () => {
    const scripts = [...page.matchAll(/test\/bench\/[\w/-]+\.\w+/g)].map(([path]) => path);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  });
});
