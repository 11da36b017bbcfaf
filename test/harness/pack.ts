import { readFile, writeFile } from 'node:fs/promises';
import type { Engine } from '../../src/engine/contract.ts';
import { getNumber, getOnly, getOption, parseArguments } from './arguments.ts';
import { createNodeEngine, openAny } from './node-engine.ts';
import { parseQueries } from './search.ts';

interface PackedFile {
  readonly path: string;
  readonly lines: [number, number][];
}

/** `pack <dir|zip|index.json> --queries q.jsonl --budget n [--mask] --out packs.jsonl`: of each question what a pack holds. */
export async function runPack(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask'], ['queries', 'budget', 'out']);
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
      mask,
    });
    const ms = Math.round((performance.now() - startMs) * 1000) / 1000;
    const files = await listFiles(engine, collectionId, { refs: pack.refs, mask });
    lines.push(`${JSON.stringify({ id, tokens: pack.tokens, ms, files })}\n`);
  }
  await writeFile(out, lines.join(''));
}

/** The lines whose whole text is in the pack, by file. */
async function listFiles(
  engine: Engine,
  collectionId: string,
  { refs, mask }: { refs: readonly string[]; mask: boolean },
): Promise<PackedFile[]> {
  const files = new Map<string, PackedFile>();
  for (const ref of refs) {
    const answer = await engine.getChunk(collectionId, ref, { mask });
    if (answer === undefined) throw new Error(`a pack names ${ref}, which is not there`);
    const { path, start_line, end_line } = answer.chunk;
    const file = files.get(path) ?? { path, lines: [] };
    files.set(path, file);
    file.lines.push([start_line, end_line]);
  }
  return [...files.values()];
}
