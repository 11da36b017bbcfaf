import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FILTER_KEYS } from '../../../src/search/parse-query.ts';

const guide = readFileSync('docs/guide.md', 'utf8');

describe('the guide', () => {
  it('explains every filter of the query language', () => {
    expect(FILTER_KEYS.filter((key) => !guide.includes(`\`${key}:`))).toEqual([]);
  });

  it('names every place of the app', () => {
    const places = 'Files, Pack, Export, Selections, Settings, All collections, Publish, Check an answer'.split(', ');
    expect(places.filter((place) => !guide.includes(`*${place}`) && !guide.includes(`${place}*`))).toEqual([]);
  });

  it('links to pages that exist', () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => `docs/${path}`);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });
});
