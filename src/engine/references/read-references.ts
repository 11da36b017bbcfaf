import { toKey } from '../../citations/references/make-reference.ts';
import { matchReferences } from '../../citations/references/match-references.ts';
import { isCslJson, parseReferences, toBibtex, toFields } from '../../citations/references/parse-references.ts';
import type { Reference } from '../../citations/references/reference.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { OpenCollection } from '../open/faces.ts';

/** A larger file is no list of references. */
const MAX_BYTES = 50_000_000;
const HEAD_BYTES = 4_000;

/** Reads reference files and finds the entry of each document, by its path. */
export async function readReferences(
  open: OpenCollection,
  files: readonly number[],
): Promise<ReadonlyMap<string, Reference>> {
  const references: Reference[] = [];
  for (const fileIndex of files) {
    const { path, bytes } = open.file(fileIndex);
    const isJson = /\.json$/i.test(path);
    if (bytes > MAX_BYTES || (isJson && !isCslJson(await readHead(open, fileIndex)))) continue;
    references.push(...parseReferences(path, fromUtf8(await open.readContents(fileIndex))));
  }
  if (references.length === 0) return new Map();
  const documents = Array.from({ length: open.fileCount }, (_, i) => open.row(i)).filter(isDocument);
  return matchReferences(
    documents.map(({ path, title, document }) => ({ path, title, ...document })),
    references,
  );
}

async function readHead(open: OpenCollection, fileIndex: number): Promise<string> {
  const { start, end } = open.file(fileIndex).contents;
  const place = { fileIndex, chunkIndex: 0, startByte: 0, endByte: Math.min(HEAD_BYTES, end - start) };
  return (await open.readTexts([place]))[0] ?? '';
}

const isDocument = ({ kind }: Pick<FileRow, 'kind'>): boolean => kind === 'document';

/** Writes a `.bib` of documents: their entries, and for the others what their first pages say. */
export function writeReferences(rows: readonly FileRow[], found: ReadonlyMap<string, Reference>): string {
  const written = new Map<string, Pick<Reference, 'key' | 'type' | 'fields'>>();
  for (const { path, title = path, document = {} } of rows.filter(isDocument)) {
    const reference = found.get(path);
    if (reference !== undefined) {
      written.set(reference.key, reference);
      continue;
    }
    const { authors = [], year, doi } = document;
    const own = toKey(authors, year, title);
    let key = own;
    for (let n = 2; written.has(key); n++) key = `${own}-${n}`;
    const fields = toFields({ title, authors, ...(year && { year }), ...(doi && { doi }) });
    written.set(key, { key, type: doi === undefined ? 'misc' : 'article', fields });
  }
  return toBibtex([...written.values()]);
}
