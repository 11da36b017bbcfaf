import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { SourceText } from '../../support/import-rules.ts';

/** Files below these folders, with paths from the root of the repository. */
export function readFilesBelow(...folders: readonly string[]): SourceText[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
}

/** One shortest way around for each knot of files that import each other, as `a → b → a`. An import of types counts. */
export function findImportCycles(sources: readonly SourceText[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((source) => [source.path, findImports(source, paths)]));
  const reported = new Set<string>();
  const cycles: string[] = [];
  for (const path of [...paths].sort()) {
    if (reported.has(path)) continue;
    const cycle = findShortestWayBack(path, imports);
    if (!cycle) continue;
    for (const member of cycle) reported.add(member);
    cycles.push(cycle.join(' → '));
  }
  return cycles;
}

/** Which of `paths` a file imports. AssemblyScript leaves `.ts` out. */
function findImports({ path, text }: SourceText, paths: ReadonlySet<string>): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(path), fileName.replace(/\?.*$/, '')))
    .map((target) => (paths.has(target) ? target : `${target}.ts`))
    .filter((target) => paths.has(target));
}

function findShortestWayBack(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const target of imports.get(path) ?? []) {
      if (target === start) return [...walkBack(path, cameFrom), start];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return undefined;
}

function walkBack(from: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(from);
  return before === undefined ? [from] : [...walkBack(before, cameFrom), from];
}
