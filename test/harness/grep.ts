import { readFile, writeFile } from 'node:fs/promises';
import { openAny } from '../../src/cli/node-engine.ts';
import type { MatchHow } from '../../src/lib/match-lines.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { nodeMatch } from '../support/node-match.ts';
import { getOnly, getOption, parseArguments } from './arguments.ts';

interface Place {
  readonly path: string;
  readonly line: number;
}

/** A regular expression in this case; with `how` a text, whole words, or any case. */
interface Pattern {
  readonly id: string;
  readonly text?: string;
  readonly pattern?: string;
  readonly how?: MatchHow;
}

/** `grep <dir|zip> --patterns p.jsonl --out r.jsonl`: writes the lines with matches of each regular expression. */
export async function runGrep(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['patterns', 'out']);
  const { engine, collectionId } = await openFolder(getOnly(parsed, 'directory or archive'));
  const patterns = parseLines<Pattern>(await readFile(getOption(parsed, 'patterns'), 'utf8'));
  const rows: string[] = [];
  for (const { id, text = '', pattern = text, how = { regex: true, case: true } } of patterns) {
    const startMs = performance.now();
    const matches: Place[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const wish = { query: pattern, how, literal: true, from, limit: Number.POSITIVE_INFINITY };
      const page = await engine.findOccurrences([collectionId], wish, nodeMatch);
      for (const { path, lines } of page.files) matches.push(...lines.map(({ line }) => ({ path, line })));
      from = page.next;
    }
    rows.push(`${JSON.stringify({ id, matches, ms: Math.round(performance.now() - startMs) })}\n`);
  }
  await writeFile(getOption(parsed, 'out'), rows.join(''));
}

/** `references <dir|zip> --names n.jsonl --out r.jsonl`: writes where each name is defined and used. */
export async function runReferences(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['names', 'out']);
  const { engine, collectionId } = await openFolder(getOnly(parsed, 'directory or archive'));
  const names = parseLines<{ id: string; text?: string; name?: string }>(
    await readFile(getOption(parsed, 'names'), 'utf8'),
  );
  const rows: string[] = [];
  for (const { id, text = '', name = text } of names) {
    const { files } = await engine.listReferences(collectionId, name);
    const list = (isDefinition: boolean): Place[] =>
      files.flatMap(({ path, lines }) =>
        lines.flatMap(({ line, what }) => ((what === 'definition') === isDefinition ? [{ path, line }] : [])),
      );
    rows.push(`${JSON.stringify({ id, definitions: list(true), uses: list(false) })}\n`);
  }
  await writeFile(getOption(parsed, 'out'), rows.join(''));
}

async function openFolder(path: string) {
  const { engine } = await makeNodeEngine();
  return { engine, collectionId: await openAny(engine, path) };
}

function parseLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
