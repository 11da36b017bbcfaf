import { describe, expect, it } from 'vitest';
import { readSite } from '../../../../../src/ui/parts/dialogs/read-site.ts';

function makeForm(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('what the site dialog says', () => {
  it('people type a bare host; what is no web address is refused', () => {
    expect(readSite('docs.example.org/guide', makeForm({}))?.url).toBe('https://docs.example.org/guide');
    for (const text of ['', 'two words', 'file:///etc/passwd', 'javascript://x'])
      expect(readSite(text, makeForm({}))).toBeUndefined();
  });

  it('[S7] [S10] [S12] [S18] every setting reaches the crawl, numbers within their bounds', () => {
    const form = makeForm({
      ...{ globs: '/docs/**\n\n !/docs/old/** ', maxPages: '0', concurrency: '99', maxDepth: '' },
      ...{ maxRequestsPerSec: '0.5', retries: '0', timeoutMs: '20', refetch_after: '6h', includeOptional: 'on' },
    });
    expect(readSite('https://x.test/', form)).toMatchObject({
      globs: ['/docs/**', '!/docs/old/**'],
      ...{ maxPages: 1, concurrency: 20, maxRequestsPerSec: 0.5, retries: 0, timeoutMs: 20_000 },
      ...{ refetch_after: '6h', includeOptional: true, allowQuery: false, stopAtFirstError: false },
    });
    expect(readSite('https://x.test/', form)).not.toHaveProperty('maxDepth');
    expect(readSite('https://x.test/', makeForm({ refetch_after: 'soon' }))).not.toHaveProperty('refetch_after');
  });
});
