import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import type { Engine } from '../../../src/engine/contract.ts';
import { loadO200k } from '../../../src/export/pack/count-tokens.ts';
import { type Issue, isIn, type Lines, toLines } from './issues.ts';

const REPOMIX = 'repomix@1.18.1';

/** Fills the budget with MiniSearch's results over the same chunks, in its order. */
export async function createMiniSearchPacks(engine: Engine, collectionId: string) {
  const countTokens = await loadO200k();
  const chunks: { path: string; lines: [number, number]; content: string; tokens?: number }[] = [];
  const index = new MiniSearch({ fields: ['body', 'heading', 'path'] });
  for (const { path } of await engine.listFiles(collectionId))
    for (const chunk of (await engine.readFile(collectionId, path))?.chunks ?? []) {
      const heading = [...chunk.headingPath, ...(chunk.symbols ?? [])].join(' ');
      index.add({ id: chunks.length, body: chunk.content, heading, path });
      chunks.push({ path, lines: [chunk.startLine, chunk.endLine], content: chunk.content });
    }
  return (query: string, budgetTokens: number): Lines[] => {
    let left = budgetTokens;
    const taken: Lines[] = [];
    for (const { id } of index.search(query)) {
      const chunk = chunks[id as number];
      if (chunk === undefined) continue;
      chunk.tokens ??= countTokens(chunk.content);
      if (chunk.tokens > left) break;
      left -= chunk.tokens;
      taken.push({ path: chunk.path, lines: [chunk.lines] });
    }
    return taken;
  };
}

export interface WholeTree {
  readonly tokens: number;
  readonly hunks: number;
  readonly goldHunks: number;
}

/** The whole tree as repomix writes it: its tokens, and how many of the hunks are in it. Fetched when it runs; not a dependency. */
export async function runRepomix(tree: string, issues: readonly Issue[], compress: boolean): Promise<WholeTree> {
  const out = join(tree, 'repomix-output.xml');
  const flags = ['--output', out, '--quiet', ...(compress ? ['--compress'] : [])];
  execFileSync('npx', ['--yes', REPOMIX, ...flags, tree], { stdio: 'ignore', cwd: tree });
  const text = readFileSync(out, 'utf8');
  rmSync(out);
  const files = new Map(
    text.split(/^<file path="/m).map((part) => [part.slice(0, part.indexOf('"')), new Set(toLines(part))]),
  );
  const countTokens = await loadO200k();
  const hunks = issues.flatMap(({ gold }) =>
    gold.flatMap(({ path, hunks: own }) => own.map((hunk) => isIn(hunk, files.get(path) ?? new Set()))),
  );
  return { tokens: countTokens(text), hunks: hunks.filter(Boolean).length, goldHunks: hunks.length };
}
