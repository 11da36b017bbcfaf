import { test as base, expect } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { serveDist } from '../../support/serve-dist.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

base.skip(({ browserName }) => browserName !== 'chromium', 'Lighthouse speaks to Chromium only');

base('Lighthouse, median of three: 95 for performance, 100 for accessibility and best practices', async () => {
  const server = await serveDist({ compress: true });
  const runs: Scores[] = [];
  try {
    for (let run = 0; run < 3; run++) runs.push(await audit(server.url));
  } finally {
    await server.stop();
  }
  console.log(`Lighthouse: ${runs.map((scores) => JSON.stringify(scores)).join(' ')}`);
  expect(median(runs, 'performance')).toBeGreaterThanOrEqual(95);
  expect(median(runs, 'accessibility')).toBe(100);
  expect(median(runs, 'best-practices')).toBe(100);
});

/** A browser of its own each time: nothing is in its cache. */
async function audit(url: string): Promise<Scores> {
  const chrome = await launch({
    chromePath: findBrowser('chromium')?.path ?? '',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const answer = await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    const found = answer?.lhr.categories ?? {};
    reportFailures(answer?.lhr.audits ?? {});
    const score = (name: (typeof CATEGORIES)[number]) => Math.round((found[name]?.score ?? 0) * 100);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    };
  } finally {
    chrome.kill();
  }
}

/** Returns the names of the audits that cost points, so that a low score says what to fix. */
function reportFailures(audits: Readonly<Record<string, { id: string; score: number | null; displayValue?: string }>>) {
  const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  if (failed.length > 0) console.log(failed.map(({ id, displayValue = '' }) => `${id} ${displayValue}`).join('\n'));
}

function median(runs: readonly Scores[], category: keyof Scores): number {
  return runs.map((scores) => scores[category]).sort((a, b) => a - b)[1] ?? 0;
}
