import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { KeptPage } from '../../src/crawl/contract.ts';
import { createHosts } from '../../src/crawl/fetch/hosts.ts';
import { toSiteOptions } from '../../src/crawl/jobs/site-options.ts';
import { createCrawl } from '../../src/crawl/run/create-crawl.ts';
import { memoryRecords } from '../support/crawl-kit.ts';
import { getOnly, parseArguments } from './arguments.ts';
import { clock } from './clock.ts';

/** `crawl <url> [--scope file.json] [--json]`: prints events as they come, then the pages and the status, as JSON lines. */
export async function runCrawl(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, ['json'], ['scope']);
  const scopeFile = parsed.options.get('scope');
  const values =
    scopeFile === undefined ? {} : (JSON.parse(readFileSync(scopeFile, 'utf8')) as Record<string, unknown>);
  const site = toSiteOptions(getOnly(parsed, 'URL'), values);
  const files = new Map<string, KeptPage>();
  const crawl = createCrawl(
    { sourceId: 'harness', jobId: 'harness', site, mode: 'crawl' },
    {
      fetch,
      clock,
      hosts: createHosts(clock),
      records: memoryRecords(),
      async keepPages(pages) {
        for (const page of pages) files.set(page.path, page);
      },
      async removePages(paths) {
        for (const path of paths) files.delete(path);
      },
      knownPages: async () =>
        [...files.values()].map((page) => ({ path: page.path, sha256: toSha256(page.bytes), meta: page.meta })),
    },
  );
  crawl.subscribe((message) => {
    if (message.type === 'event') print(message.event);
  });
  process.once('SIGINT', () => void crawl.stop());
  const status = await crawl.start();
  for (const row of await crawl.pages({ limit: 100_000 })) print({ type: 'page', ...row });
  print({ type: 'status', ...status });
  if (status.status === 'done') return 0;
  process.stderr.write(`${status.status}: ${status.reason}\n`);
  return 1;
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function toSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
