import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testData } from '../../support/test-data.ts';

export const PROJECTS = ['flask', 'requests', 'pytest', 'sphinx'] as const;

export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly whole: string;
  readonly gold: readonly GoldFile[];
}

/** A file that the change of an issue touched. */
interface GoldFile {
  readonly path: string;
  /** Lines of each hunk before the change. */
  readonly hunks: readonly (readonly string[])[];
}

export interface Lines {
  readonly path: string;
  /** First and last. */
  readonly lines: readonly (readonly [number, number])[];
}

export interface Score {
  files: number;
  goldFiles: number;
  hunks: number;
  goldHunks: number;
}

/** Runs `work` with the unpacked tree of a project. */
export async function withTree<T>(project: string, work: (tree: string) => Promise<T>): Promise<T> {
  const tree = mkdtempSync(join(tmpdir(), `quire-${project}-`));
  try {
    execFileSync('tar', ['xzf', testData.path('packs', project, 'snapshot.tar.gz'), '-C', tree]);
    return await work(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

export function readIssues(project: string): Issue[] {
  const read = (name: string): string => readFileSync(testData.path('packs', project, name), 'utf8');
  const rows = (name: string): { id: string; text: string }[] =>
    read(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const titles = new Map(rows('queries-title.jsonl').map(({ id, text }) => [id, text]));
  const patches = JSON.parse(read('patches.json')) as Record<string, string>;
  return rows('queries.jsonl').map(({ id, text }) => ({
    id,
    title: titles.get(id) as string,
    whole: text,
    gold: parsePatch(patches[id] as string),
  }));
}

/** Counts like `score.mjs` next to the data: a hunk is in when six tenths of its lines are. */
export function scoreLines(tree: string, { gold }: Issue, given: readonly Lines[]): Score {
  const score = { files: 0, goldFiles: 0, hunks: 0, goldHunks: 0 };
  for (const { path, hunks } of gold) {
    const own = given.filter((item) => item.path === path).flatMap(({ lines }) => lines);
    const source = own.length === 0 ? [] : readLines(join(tree, path));
    const seen = new Set(own.flatMap(([first, last]) => source.slice(first - 1, last)));
    score.goldFiles++;
    if (own.length > 0) score.files++;
    score.goldHunks += hunks.length;
    score.hunks += hunks.filter((hunk) => isIn(hunk, seen)).length;
  }
  return score;
}

export function isIn(hunk: readonly string[], seen: ReadonlySet<string>): boolean {
  return hunk.filter((line) => seen.has(line)).length >= hunk.length * 0.6;
}

export function addScore(sum: Score, more: Score): void {
  for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += more[key];
}

export function readLines(path: string): string[] {
  try {
    return toLines(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

export function toLines(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

/** Lines before the change (context and removed), longer than eight characters, hunk by hunk; hunks without such lines are left out. */
function parsePatch(patch: string): GoldFile[] {
  const files: { path: string; hunks: string[][] }[] = [];
  for (const line of patch.split('\n')) {
    const name = /^diff --git a\/(\S+) b\//.exec(line)?.[1];
    const hunks = files.at(-1)?.hunks;
    if (name !== undefined) files.push({ path: name, hunks: [] });
    else if (line.startsWith('@@')) hunks?.push([]);
    else if (/^[ -]/.test(line) && !line.startsWith('---') && line.slice(1).trim().length > 8)
      hunks?.at(-1)?.push(line.slice(1).trim());
  }
  return files.map(({ path, hunks }) => ({ path, hunks: hunks.filter((lines) => lines.length > 0) }));
}
