import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../src/cli/problems.ts';
import { parseLlmsTxt } from '../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../src/crawl/discover/split-llms-full.ts';
import { isLlmsFullName } from '../../src/site/llms-name.ts';
import { getOnly, parseArguments } from './arguments.ts';

/** `llms <file> [--url U] [--index llms.txt]`: prints JSON lines, one per link of an index or per page of a full file. */
export async function runLlms(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['url', 'index']);
  const file = getOnly(parsed, 'file');
  const [url, index] = [parsed.options.get('url'), parsed.options.get('index')];
  if (url !== undefined && !URL.canParse(url)) throw new UsageError('--url is an address');
  const text = readFileSync(file, 'utf8');
  const indexText = index === undefined ? '' : readFileSync(index, 'utf8');
  // `--index` only makes sense for a full file.
  const isFull = index !== undefined || isLlmsFullName(basename(file));
  const rows = isFull ? listPages(text, indexText, url) : listLinks(text, url);
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function listLinks(text: string, url: string | undefined): object[] {
  return parseLlmsTxt(text, url).map(({ title, url, description, section, optional, line }) => ({
    title,
    url,
    description,
    section,
    optional,
    line,
  }));
}

function listPages(text: string, indexText: string, url: string | undefined): object[] {
  const base = url === undefined ? undefined : new URL('llms.txt', url).href;
  const index = indexText === '' ? [] : parseLlmsTxt(indexText, base);
  return splitLlmsFull(text, { index, ...(url === undefined ? {} : { url }) }).pages.map((page) => ({
    title: page.title,
    url: page.url,
    url_source: page.urlSource,
    start_line: page.startLine,
    end_line: page.endLine,
  }));
}
