import { describe, expect, it } from 'vitest';
import { toSiteOptions } from '../../../../../src/site/site-options.ts';
import {
  checkAddresses,
  checkGlobs,
  checkNumber,
  checkWindow,
  NUMBERS,
  readAddresses,
  readSite,
  removeLines,
  toBounds,
} from '../../../../../src/ui/parts/dialogs/read-site.ts';

function makeForm(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the site dialog', () => {
  it('accepts a bare host and refuses other text', () => {
    expect(readSite('docs.example.org/guide', makeForm({}))?.url).toBe('https://docs.example.org/guide');
    for (const text of ['', 'two words', 'file:///etc/passwd', 'javascript://x'])
      expect(readSite(text, makeForm({}))).toBeUndefined();
  });

  it('[S7] [S10] [S12] [S18] every setting reaches the crawl, numbers in its units', () => {
    const form = makeForm({
      ...{ globs: '/docs/**\n\n !/docs/old/** ', maxPages: '7', concurrency: '9', maxDepth: '' },
      ...{ maxRequestsPerSec: '0.5', retries: '0', timeoutMs: '20', refetch_after: '6h', includeOptional: 'on' },
    });
    expect(readSite('https://x.test/', form)).toMatchObject({
      globs: ['/docs/**', '!/docs/old/**'],
      ...{ maxPages: 7, concurrency: 9, maxRequestsPerSec: 0.5, retries: 0, timeoutMs: 20_000 },
      ...{ refetch_after: '6h', includeOptional: true, allowQuery: false, stopAtFirstError: false },
    });
    expect(readSite('https://x.test/', form)).not.toHaveProperty('maxDepth');
    expect(readSite('https://x.test/', makeForm({ refetch_after: 'soon' }))).not.toHaveProperty('refetch_after');
  });

  it('explains each invalid value and no valid one', () => {
    for (const name of NUMBERS) {
      const [least, most] = toBounds(name);
      expect([name, checkNumber(name, String(least)), checkNumber(name, String(most))]).toEqual([name, '', '']);
      for (const wrong of [String(least - 1), String(most + 1), 'no number'])
        expect([name, wrong, checkNumber(name, wrong)]).toEqual([name, wrong, expect.stringContaining('from')]);
    }
    expect(checkNumber('maxDepth', '')).toBe('');
    expect(checkNumber('maxPages', '')).toContain('1 to 50,000');
    expect(checkNumber('maxPages', '2.5')).toContain('whole');
    expect(checkNumber('maxPageBytes', '0.5')).toBe('');
    expect(checkNumber('maxRequestsPerSec', '0.5')).toBe('');
    for (const right of ['', '6h', '7d', ' 30 m ', '2w']) expect(checkWindow(right)).toBe('');
    for (const wrong of ['6', 'soon', '-6h', '6 hours']) expect(checkWindow(wrong)).toContain('such as 6h');
    expect(checkGlobs('/docs/**\n!/docs/old/**\n')).toBe('');
    expect(checkGlobs('/a/**\n/**/a/**/a/**/a/**/a/**/a/**/a/**/a')).toContain('wildcards');
  });

  it('a list of a thousand addresses is one job; invalid lines are reported and can be skipped', () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => `https://x.test/p${i}`);
    expect(checkAddresses(lines.join('\n'))).toBe('');
    const { url, urls } = readSite(lines.join('\r\n'), makeForm({})) ?? {};
    expect([url, urls]).toEqual([lines[0], lines]);
    const mixed = `# of mine\n${lines[0]}\ntwo words\n\nx.test/b\nmailto://me`;
    expect(readAddresses(mixed)).toEqual({ urls: [lines[0], 'https://x.test/b'], badLines: [3, 6] });
    expect(readSite(mixed, makeForm({}))).toBeUndefined();
    expect(checkAddresses(mixed)).toBe("Lines 3, 6 aren't web addresses.");
    expect(checkAddresses(removeLines(mixed, [3, 6]))).toBe('');
    const many = Array.from({ length: 5_001 }, (_, i) => `x.test/${i}`).join('\n');
    expect(checkAddresses(many)).toContain('5,001 addresses');
    expect(checkAddresses('nonsense address')).toContain("isn't a web address");
  });

  it('an address without a scheme is https, and http on this machine; a bad package name gets advice for packages', () => {
    const { urls } = readAddresses(
      'docs.example.org\nlocalhost:8610\n127.0.0.1:8610/a\n[::1]:8610\nlocalhost.example.org',
    );
    expect(urls).toEqual([
      'https://docs.example.org/',
      'http://localhost:8610/',
      'http://127.0.0.1:8610/a',
      'http://[::1]:8610/',
      'https://localhost.example.org/',
    ]);
    expect(toSiteOptions('localhost:8610').url).toBe('http://localhost:8610/');
    expect(checkAddresses('npm:@scope')).toContain('npm:@scope/name');
  });
});
