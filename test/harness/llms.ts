import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseLlmsTxt } from '../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../src/crawl/discover/split-llms-full.ts';
import { isLlmsFullName } from '../../src/model/site/llms-name.ts';

/** `llms <file> [--url U] [--index llms.txt]`: prints JSON lines, one per link of an index or per page of a full file. Returns the exit code. */
export async function runLlms(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (options === undefined) return fail(2, 'usage: llms <file> [--url U] [--index llms.txt]');
  let text: string;
  let indexText = '';
  try {
    text = readFileSync(options.file, 'utf8');
    if (options.index !== undefined) indexText = readFileSync(options.index, 'utf8');
  } catch (error) {
    return fail(1, error instanceof Error ? error.message : 'cannot read the file');
  }
  const rows = isFull(options.file, options.index)
    ? listPages(text, indexText, options.url)
    : listLinks(text, options.url);
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return 0;
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

/** Decides by name; `--index` only makes sense for a full file. */
function isFull(file: string, index: string | undefined): boolean {
  return index !== undefined || isLlmsFullName(basename(file));
}

function readArguments(args: readonly string[]): { file: string; url?: string; index?: string } | undefined {
  const found: { file?: string; url?: string; index?: string } = {};
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === '--url' || arg === '--index') {
      const value = args[++i];
      if (value === undefined) return undefined;
      if (arg === '--url') found.url = value;
      else found.index = value;
    } else if (arg.startsWith('--') || found.file !== undefined) return undefined;
    else found.file = arg;
  }
  if (found.url !== undefined && !URL.canParse(found.url)) return undefined;
  return found.file === undefined ? undefined : { ...found, file: found.file };
}

function fail(code: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return code;
}
