import { foldTitle } from './make-reference.ts';
import type { Reference } from './reference.ts';

/** A document, and what its own first page says. */
export interface MatchedFile {
  readonly path: string;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly year?: number | undefined;
  readonly doi?: string | undefined;
}

/** Finds the reference of each document, by path: by its attachments, else by DOI, else by title; of two editions the one of the year or the authors. */
export function matchReferences(
  files: readonly MatchedFile[],
  references: readonly Reference[],
): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  const byName = new Map<string, MatchedFile[]>();
  for (const file of files) put(byName, foldPath(file.path).at(-1) as string, file);
  const scores = new Map<string, number>();
  for (const reference of references) {
    for (const attached of reference.files) {
      const wanted = foldPath(attached);
      const candidates = byName.get(wanted.at(-1) ?? '') ?? [];
      const ranked = candidates.map((file) => ({ file, score: countShared(foldPath(file.path), wanted) }));
      const most = Math.max(0, ...ranked.map(({ score }) => score));
      for (const { file, score } of ranked)
        if (score === most && score > (scores.get(file.path) ?? 0)) {
          scores.set(file.path, score);
          found.set(file.path, reference);
        }
    }
  }
  const byDoi = new Map<string, Reference[]>();
  const byTitle = new Map<string, Reference[]>();
  for (const reference of references) {
    if (reference.doi !== undefined) put(byDoi, reference.doi, reference);
    const title = foldTitle(reference.title);
    const main = foldTitle(reference.title.split(/[:?!]\s/)[0] ?? '');
    put(byTitle, title, reference);
    if (main !== title && main.split(' ').length >= MIN_WORDS) put(byTitle, main, reference);
  }
  for (const file of files) {
    if (found.has(file.path)) continue;
    const same = file.doi === undefined ? undefined : byDoi.get(file.doi.toLowerCase());
    const titled = file.title === undefined ? [] : (byTitle.get(foldTitle(file.title)) ?? []);
    const named = byTitle.get(foldTitle((file.path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, ''))) ?? [];
    const reference = same?.[0] ?? choose(file, titled.length > 0 ? titled : named);
    if (reference !== undefined) found.set(file.path, reference);
  }
  return found;
}

/** A title of fewer words before a colon is that of many. */
const MIN_WORDS = 3;

/** Chooses among references of one title; none if they cannot be told apart. */
function choose(file: MatchedFile, references: readonly Reference[]): Reference | undefined {
  if (references.length < 2) return references[0];
  const ofYear = references.filter(({ year }) => year !== undefined && year === file.year);
  if (ofYear.length === 1) return ofYear[0];
  const last = (names: readonly string[] = []) => foldTitle(names[0]?.split(' ').at(-1) ?? '');
  const own = last(file.authors);
  const ofAuthor = references.filter(({ authors }) => own !== '' && last(authors) === own);
  return ofAuthor.length === 1 ? ofAuthor[0] : undefined;
}

/** Splits a path or address into names to compare, without case and forms of accents. */
function foldPath(path: string): string[] {
  let plain = path;
  try {
    if (/^file:|%20/i.test(path)) plain = decodeURIComponent(path);
  } catch {
    // A percent sign of the name.
  }
  return plain
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]+/)
    .filter(Boolean);
}

/** Counts the names that two paths share at their ends. */
function countShared(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const own = map.get(key);
  if (own === undefined) map.set(key, [value]);
  else own.push(value);
}
