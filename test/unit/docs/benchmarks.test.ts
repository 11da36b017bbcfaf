import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePlots } from '../../../scripts/make-plots.mjs';

const page = readFileSync('docs/benchmarks.md', 'utf8');

describe('docs/benchmarks.md', () => {
  it('has plots that are drawn from its tables (`node scripts/make-plots.mjs` draws them)', () => {
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
    const [[, growth], ...bars] = plots as [[string, string], ...[string, string][]];
    expect(bars.every(([, svg]) => svg.split('<rect').length > 20)).toBe(true);
    expect([...growth.matchAll(/points="([\d.]+,[\d.]+ ?){4,}"/g)]).toHaveLength(6);
  });

  it('leads to measurements that are there', () => {
    const links = [...page.matchAll(/\]\((measurements\/[^)]+)\)/g)].map(([, path]) => `docs/${path}`);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });
});
