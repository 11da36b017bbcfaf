import { turnName } from '../../citations/references/make-reference.ts';
import type { Reference } from '../../citations/references/reference.ts';
import type { Mutable } from '../../lib/mutable.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { DocumentDetails } from '../../model/document.ts';
import { parseDetails } from '../../model/schema/details.ts';
import { DETAILS } from '../collection/choices.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { OpenCollection } from '../open/faces.ts';

/** Facts about a collection's documents besides their own text. */
interface Known {
  /** Entries of reference files, by path. */
  readonly references: ReadonlyMap<string, Reference>;
  /** The user's own, by path and by the hash of the file. */
  readonly written: Map<string, DocumentDetails>;
}

const known = new WeakMap<OpenCollection, Known>();
const NO_REFERENCES: ReadonlyMap<string, Reference> = new Map();

/** Returns the entries of the collection's documents, by path. */
export function getReferences(open: OpenCollection): ReadonlyMap<string, Reference> {
  return known.get(open)?.references ?? NO_REFERENCES;
}

const REFERENCE_FILE = /\.(?:bib|ris)$/i;
/** Lists of references in JSON are looked for only where there are few JSON files. */
const MAX_JSON = 200;

/**
 * Gives documents the titles, authors, years and keys that the user wrote or that the collection's reference files have. Costs nothing without
 * documents.
 */
export async function addDetails(open: OpenCollection, records: OwnRecords): Promise<OpenCollection> {
  const { numbers, names } = open.facets.kind;
  const [document, image] = [names.indexOf('document'), names.indexOf('image')];
  const kinds = document < 0 ? [] : Array.from(numbers.subarray(0, open.fileCount));
  if (!kinds.includes(document)) return open;
  const listNamed = (pattern: RegExp) =>
    kinds.flatMap((kind, i) =>
      kind !== document && kind !== image && pattern.test(open.fileNames(i).path) ? [i] : [],
    );
  const json = listNamed(/\.json$/i);
  const files = [...listNamed(REFERENCE_FILE), ...(json.length > MAX_JSON ? [] : json)];
  // A damaged reference file must not keep the collection closed: reading it reports the damage.
  const references = files.length === 0 ? NO_REFERENCES : await readEntries(open, files).catch(() => NO_REFERENCES);
  const written = new Map<string, DocumentDetails>();
  for (const [key, value] of await records.list('settings', { prefix: DETAILS })) {
    const details = parseDetails(value);
    if (details !== undefined) keepWritten(written, key.slice(DETAILS.length), details);
  }
  known.set(open, { references, written });
  const readRow = open.row;
  (open as Mutable<OpenCollection>).row = (i) => {
    const row = readRow(i);
    if (row.kind !== 'document') return row;
    const own = written.get(row.path) ?? written.get(row.sha256);
    return join(join(row, references.get(row.path)), own);
  };
  return open;
}

async function readEntries(open: OpenCollection, files: readonly number[]) {
  const { readReferences } = await import('./read-references.ts');
  return readReferences(open, files);
}

function keepWritten(written: Known['written'], path: string, typed: DocumentDetails): void {
  const details = typed.authors === undefined ? typed : { ...typed, authors: typed.authors.map(turnName) };
  written.set(path, details);
  if (details.sha256 !== undefined) written.set(details.sha256, details);
}

/** Replaces what is known better; an empty value is not. */
function join(row: FileRow, known: (Partial<Reference> & DocumentDetails) | undefined): FileRow {
  if (known === undefined) return row;
  const { key, title = '', authors = [], year, doi, isRead } = known;
  const facts = {
    ...(key !== undefined && { key }),
    ...(authors.length > 0 && { authors }),
    ...(year && { year }),
    ...(doi !== undefined && { doi }),
    ...(isRead !== undefined && { isRead }),
  };
  return { ...row, ...(title !== '' && { title }), document: { ...row.document, ...facts } };
}

/** Keeps what the user wrote about a document; it wins over everything else, and follows the file by its path or its content. */
export async function writeDetails(
  open: OpenCollection,
  records: OwnRecords,
  path: string,
  changes: DocumentDetails,
): Promise<void> {
  const fileIndex = open.findFileIndex(path);
  if (fileIndex === undefined) return;
  const { sha256 } = open.row(fileIndex);
  const { written = new Map() } = known.get(open) ?? {};
  const kept = { ...(written.get(path) ?? written.get(sha256)), ...changes, sha256 };
  await records.put('settings', DETAILS + path, kept);
  keepWritten(written, path, kept);
}
