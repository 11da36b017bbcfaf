import { readFile, writeFile } from 'node:fs/promises';
import { openAny, syncOver } from '../../src/cli/node-engine.ts';
import type { PackItem } from '../../src/engine/contract.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getNumber, getOnly, getOption, parseArguments } from './arguments.ts';
import { parseQueries } from './search.ts';

interface PackedFile {
  readonly path: string;
  readonly lines: [number, number][];
}

/**
 * `pack <dir|zip|index.json> --queries q.jsonl --budget n [--signatures] [--mask] [--since <dir|archive>] --out packs.jsonl`: writes the content
 * of a pack per question. With `--since` the first tree is synced over the second one, and packs review the changes: then questions are
 * optional, and each line has the text too.
 */
export async function runPack(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask', 'signatures'], ['queries', 'budget', 'out', 'since']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const budgetTokens = getNumber(parsed, 'budget');
  const before = parsed.options.get('since');
  const hasQueries = before === undefined || parsed.options.has('queries');
  const queries = hasQueries ? parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8')) : REVIEW;
  const out = getOption(parsed, 'out');
  const mask = parsed.options.has('mask');
  const { engine } = await makeNodeEngine();
  const collectionId = await openAny(engine, before ?? path);
  const since = before === undefined ? undefined : await syncOver(engine, collectionId, { path });
  const lines: string[] = [];
  for (const { id, text } of queries) {
    const startMs = performance.now();
    const pack = await engine.makePack({
      collectionId,
      ...(since === undefined ? {} : { since }),
      ...(text === '' ? {} : { query: text }),
      budgetTokens,
      format: 'markdown',
      counter: 'o200k',
      detail: parsed.options.has('signatures') ? 'signatures' : 'chunks',
      mask,
    });
    const ms = Math.round((performance.now() - startMs) * 1000) / 1000;
    const files = toPackedFiles(pack.items);
    const state = pack.isIncomplete ? { incomplete: true } : {};
    const review = since === undefined ? {} : { text: pack.text };
    lines.push(`${JSON.stringify({ id, tokens: pack.tokens, ms, files, ...state, ...review })}\n`);
  }
  await writeFile(out, lines.join(''));
}

const REVIEW = [{ id: 'changes', text: '' }];

/** Returns the lines with full text in the pack, by file; an outline adds the lines of its signatures. */
function toPackedFiles(items: readonly PackItem[]): PackedFile[] {
  const files = new Map<string, PackedFile>();
  for (const { path, lines } of items) {
    const file = files.get(path) ?? { path, lines: [] };
    files.set(path, file);
    for (const [first, last] of lines) file.lines.push([first, last]);
  }
  for (const { lines } of files.values()) lines.sort((a, b) => a[0] - b[0]);
  return [...files.values()].sort((a, b) => compareUtf8(a.path, b.path));
}
