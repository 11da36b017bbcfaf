import { readXml, type XmlHandler } from '../../html/xml-reader.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import { LIMITS } from '../../model/limits.ts';
import { EntryReader, ZipEntryError } from '../../zip/entry-reader.ts';
import { type Excess, ExpansionBudget, ZIP_LIMITS } from '../../zip/expansion-budget.ts';
import { readZipDirectory } from '../../zip/read-zip-directory.ts';
import { salvageZip } from '../../zip/salvage-zip.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import { BudgetError, type DocumentBudget, DocumentError } from './document-budget.ts';

/** The parts of a zipped document, by name. A part is expanded when it is read, within the limits for archives. */
export class DocumentParts {
  readonly #reader: EntryReader;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #expansion: ExpansionBudget;
  /** Entries that are in `#expansion`: a part may be read more than once. */
  readonly #allowed = new Set<ZipEntry>();
  readonly budget: DocumentBudget;
  /** Problems of parts that were read. */
  readonly problems: DocumentError[] = [];

  private constructor(blob: Blob, entries: readonly ZipEntry[], budget: DocumentBudget) {
    this.budget = budget;
    this.#reader = new EntryReader(blob);
    this.#entries = new Map(entries.map((entry) => [toKey(entry.name), entry]));
    this.#expansion = new ExpansionBudget({ archiveBytes: blob.size, ...ZIP_LIMITS });
  }

  static async open(bytes: Uint8Array, budget: DocumentBudget): Promise<DocumentParts> {
    const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const { entries } = await readZipDirectory(blob, { maxEntries: MAX_ENTRIES });
    const found = entries.length > 0 ? entries : await salvageZip(blob);
    if (found === undefined || found.length === 0) throw new DocumentError('unreadable', 'The file is damaged.');
    return new DocumentParts(blob, found, budget);
  }

  has(name: string): boolean {
    return this.#entries.has(toKey(name));
  }

  names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  /** Returns undefined when the part is missing or a folder. Throws `DocumentError` when it is damaged, encrypted, or expands to too much. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(toKey(name));
    if (entry === undefined || entry.kind === 'directory') return undefined;
    if (!this.#allowed.has(entry)) this.#allow(entry);
    this.budget.spend('bytes', entry.size);
    try {
      return await this.#reader.read(entry);
    } catch (error) {
      if (!(error instanceof ZipEntryError)) throw error;
      if (error.damage === 'encrypted') throw new DocumentError('encrypted', 'The document is encrypted.');
      throw new DocumentError('unreadable', 'A part of the document is damaged.');
    }
  }

  #allow(entry: ZipEntry): void {
    const { size } = entry;
    const limit = LIMITS.maxDocumentPartBytes;
    const excess = size > limit ? { kind: 'total' as const, limit, actual: size } : this.#expansion.add(entry);
    if (excess) {
      const bounds = { limit: excess.limit, actual: excess.actual };
      throw new DocumentError('unreadable', EXCESS[excess.kind], bounds);
    }
    this.#allowed.add(entry);
  }

  async readText(name: string): Promise<string | undefined> {
    const bytes = await this.read(name);
    return bytes && decodeXml(bytes);
  }

  /** Reads the part that every document of this format must have. */
  async readMain(name: string, handler: XmlHandler): Promise<void> {
    const xml = await this.readText(name);
    if (xml === undefined) throw new DocumentError('unreadable', 'The part that holds the text is missing.');
    readXml(xml, handler);
  }

  /** Reads an optional part: its errors are added to `problems`. */
  async readXml(name: string, handler: XmlHandler): Promise<void> {
    try {
      const xml = await this.readText(name);
      if (xml !== undefined) readXml(xml, handler);
    } catch (error) {
      if (!(error instanceof DocumentError) || error instanceof BudgetError) throw error;
      this.problems.push(error);
    }
  }
}

const EXCESS: Readonly<Record<Excess['kind'], string>> = {
  ratio: 'A part of the document expands more times than allowed.',
  overlap: 'The parts of the document claim more bytes than the file has.',
  total: 'The parts of the document expand to more bytes than allowed.',
};

/** More parts than any document has; their names stay in memory. */
const MAX_ENTRIES = 100_000;

/** Writers differ in case and leading slashes. */
function toKey(name: string): string {
  return toAsciiLower(name.replace(/^\/+/, ''));
}

/** Decodes UTF-8, or UTF-16 by its byte order mark: XML allows no other encoding without a declaration, and writers of parts use no other. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return fromUtf8(bytes);
}

interface Properties {
  readonly title: string;
  readonly description: string;
}

/** Reads title and description by their Dublin Core names: core properties of Office, `meta.xml`, the package of an EPUB. */
export async function readProperties(parts: DocumentParts, part: string): Promise<Properties> {
  const found = { title: '', description: '' };
  let open: keyof typeof found | undefined;
  await parts.readXml(part, {
    start({ name }) {
      open = (name === 'title' || name === 'description') && found[name] === '' ? name : undefined;
    },
    text(chars) {
      if (open) found[open] += chars;
    },
    end() {
      open = undefined;
    },
  });
  return { title: found.title.trim(), description: found.description.trim() };
}
