import { describe, expect, it } from 'vitest';
import { dropFilter, listFilters } from '../../../../../src/ui/screens/search/no-hits.tsx';

describe('filters of a query', () => {
  it('are found whole, with their quotes and their sign', () => {
    const query = 'walrus path:"my docs" -kind:json symbol:Store';
    expect(listFilters(query)).toEqual(['path:"my docs"', '-kind:json', 'symbol:Store']);
    expect(dropFilter(query, 'path:"my docs"')).toBe('walrus -kind:json symbol:Store');
    expect(dropFilter(query, '-kind:json')).toBe('walrus path:"my docs" symbol:Store');
  });

  it('are not found in a word that only looks like one', () => {
    expect(listFilters('mypath:x https://path:8080 path:')).toEqual([]);
  });

  it('are removed one at a time when repeated', () => {
    expect(dropFilter('kind:json kind:json', 'kind:json')).toBe('kind:json');
  });
});
