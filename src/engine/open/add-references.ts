import type { Reference } from '../../citations/references/reference.ts';
import type { Mutable } from '../../lib/mutable.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { OpenCollection } from './faces.ts';

const known = new WeakMap<OpenCollection, ReadonlyMap<string, Reference>>();

/** Returns the entries of the collection's documents, by path; undefined if it has no reference file. */
export function getReferences(open: OpenCollection): ReadonlyMap<string, Reference> | undefined {
  return known.get(open);
}

const REFERENCE_FILE = /\.(?:bib|ris)$/i;
/** Lists of references in JSON are looked for only where there are few JSON files. */
const MAX_JSON = 200;

/** Gives documents the titles, authors, years and keys that the collection's reference files have. Costs nothing without documents. */
export async function addReferences(open: OpenCollection): Promise<OpenCollection> {
  const { numbers, names } = open.facets.kind;
  const [document, image] = [names.indexOf('document'), names.indexOf('image')];
  if (document < 0) return open;
  const all = Array.from(numbers.subarray(0, open.fileCount));
  if (!all.includes(document)) return open;
  const named = (pattern: RegExp) =>
    all.flatMap((kind, i) => (kind !== document && kind !== image && pattern.test(open.fileNames(i).path) ? [i] : []));
  const json = named(/\.json$/i);
  const files = [...named(REFERENCE_FILE), ...(json.length > MAX_JSON ? [] : json)];
  if (files.length === 0) return open;
  const { readReferences } = await import('../references/read-references.ts');
  const found = await readReferences(open, files);
  if (found.size === 0) return open;
  known.set(open, found);
  const readRow = open.row;
  (open as Mutable<OpenCollection>).row = (i) => withReference(readRow(i), found);
  return open;
}

function withReference(row: FileRow, found: ReadonlyMap<string, Reference>): FileRow {
  const reference = row.kind === 'document' ? found.get(row.path) : undefined;
  if (reference === undefined) return row;
  const { key, title, authors, year, doi } = reference;
  return {
    ...row,
    ...(title === '' ? {} : { title }),
    document: {
      ...row.document,
      key,
      ...(authors.length > 0 && { authors }),
      ...(year !== undefined && { year }),
      ...(doi !== undefined && { doi }),
    },
  };
}
