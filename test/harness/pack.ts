import { readFile, writeFile } from 'node:fs/promises';
import type { PackItem } from '../../src/engine/contract.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { getNumber, getOnly, getOption, parseArguments } from './arguments.ts';
import { createNodeEngine, openAny } from './node-engine.ts';
import { parseQueries } from './search.ts';

interface PackedFile {
  readonly path: string;
  readonly lines: [number, number][];
}

/** `pack <dir|zip|index.json> --queries q.jsonl --budget n [--signatures] [--mask] --out packs.jsonl`: writes the content of a pack per question. */
export async function runPack(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask', 'signatures'], ['queries', 'budget', 'out']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const budgetTokens = getNumber(parsed, 'budget');
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const out = getOption(parsed, 'out');
  const mask = parsed.options.has('mask');
  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, path);
  const lines: string[] = [];
  for (const { id, text } of queries) {
    const startMs = performance.now();
    const pack = await engine.makePack({
      collectionId,
      query: text,
      budgetTokens,
      format: 'markdown',
      counter: 'o200k',
      detail: parsed.options.has('signatures') ? 'signatures' : 'chunks',
      mask,
    });
    const ms = Math.round((performance.now() - startMs) * 1000) / 1000;
    const files = toPackedFiles(pack.items);
    const state = pack.isIncomplete ? { incomplete: true } : {};
    lines.push(`${JSON.stringify({ id, tokens: pack.tokens, ms, files, ...state })}\n`);
  }
  await writeFile(out, lines.join(''));
}

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
