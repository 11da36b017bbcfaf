import { BlobWindow } from '../../lib/blob-window.ts';
import { LIMITS } from '../../model/limits.ts';
import { ZIP_LIMITS } from '../../zip/expansion-budget.ts';
import { decodeEntryName } from '../../zip/zip-entry.ts';
import type { FileBytes } from '../directory-like.ts';
import { type ArchiveEntry, type ArchiveListing, badArchive } from './archive-entry.ts';
import { isTarHeader, parsePax, parseTarHeader, type TarHeader } from './tar-header.ts';

const BLOCK = 512;
/** Longest long name or pax record; real ones are below 100 KB. */
const MAX_META_BYTES = 1_000_000;

/** Lists a tar. Reads headers through a window and no file bytes. */
export async function listTar(blob: Blob): Promise<ArchiveListing> {
  return new TarLister(blob).run();
}

class TarLister {
  readonly #blob: Blob;
  readonly #window: BlobWindow;
  readonly #entries: ArchiveEntry[] = [];
  readonly #files = new Map<string, FileBytes>();
  #global: ReadonlyMap<string, string> = new Map();
  /** Name and pax records that meta entries gave for the next entry. */
  #next: { name?: string; pax: ReadonlyMap<string, string> } = { pax: new Map() };

  constructor(blob: Blob) {
    this.#blob = blob;
    this.#window = new BlobWindow(blob);
  }

  async run(): Promise<ArchiveListing> {
    let at = 0;
    while (at + BLOCK <= this.#blob.size) {
      const block = await this.#window.read(at, BLOCK);
      if (block.every((byte) => byte === 0)) return { entries: this.#entries };
      if (!isTarHeader(block)) {
        if (at === 0) throw badArchive('this is not an archive, or it is damaged');
        return { entries: this.#entries, cutOff: 'The archive is damaged: a header does not add up.' };
      }
      const header = parseTarHeader(block);
      const size = this.#sizeOf(header);
      if (size === undefined)
        return { entries: this.#entries, cutOff: 'The archive is damaged: a size is not a number.' };
      const end = at + BLOCK + size;
      if (!Number.isSafeInteger(end) || end > this.#blob.size) return this.#endInside(header);
      await this.#addEntry(header, at + BLOCK, size);
      if (this.#entries.length > ZIP_LIMITS.maxEntries) {
        return { entries: this.#entries, cutOff: 'The archive has too many entries.' };
      }
      at = Math.ceil(end / BLOCK) * BLOCK;
    }
    if (this.#entries.length === 0) throw badArchive('this is not an archive, or it is damaged');
    // A tar cut off between two entries looks like one whose writer omitted the closing blocks.
    return { entries: this.#entries, cutOff: 'The archive has no end; it may be cut off.' };
  }

  #sizeOf(header: TarHeader): number | undefined {
    const own = 'xgLK'.includes(header.type) ? undefined : this.#next.pax.get('size');
    if (own === undefined) return header.size;
    // A negative size would lead back to a header that was already read.
    return /^\d+$/.test(own) ? Number(own) : undefined;
  }

  #endInside(header: TarHeader): ArchiveListing {
    const problem = { message: 'The archive is cut off inside this entry.' };
    this.#entries.push({ rawPath: this.#nameOf(header), kind: 'file', problem });
    return { entries: this.#entries, cutOff: 'The archive is cut off.' };
  }

  #nameOf(header: TarHeader): string {
    const name = this.#next.pax.get('path') ?? this.#next.name ?? this.#global.get('path') ?? header.name;
    // Too long names are refused later; until then a million of them must not fill memory.
    return name.slice(0, LIMITS.maxPathBytes + 1);
  }

  async #addEntry(header: TarHeader, start: number, size: number): Promise<void> {
    if ('xgLK'.includes(header.type)) return this.#readMeta(header.type, start, size);
    const rawPath = this.#nameOf(header);
    const linkPath = this.#next.pax.get('linkpath') ?? header.linkName;
    this.#next = { pax: new Map() };
    this.#entries.push(this.#toEntry(header.type, rawPath, { start, size, linkPath }));
  }

  async #readMeta(type: string, start: number, size: number): Promise<void> {
    if (size > MAX_META_BYTES) return;
    const bytes = await this.#window.read(start, size);
    if (type === 'L') this.#next.name = decodeEntryName(bytes).replace(/\0[\s\S]*$/, '');
    else if (type === 'x') this.#next.pax = parsePax(bytes);
    else if (type === 'g') this.#global = parsePax(bytes);
  }

  #toEntry(type: string, rawPath: string, at: { start: number; size: number; linkPath: string }): ArchiveEntry {
    if (type === '5' || rawPath.endsWith('/')) return { rawPath, kind: 'directory' };
    if (type === '2') return { rawPath, kind: 'symlink' };
    if (type === '1') return this.#toHardLink(rawPath, at.linkPath);
    if (type === '3' || type === '4' || type === '6') return { rawPath, kind: 'other' };
    if (type !== '0' && type !== '7' && type !== '\0') {
      return { rawPath, kind: 'file', problem: { message: 'The entry is of a kind that is not supported.' } };
    }
    const { start, size } = at;
    const file = { size, arrayBuffer: () => this.#blob.slice(start, start + size).arrayBuffer() };
    this.#files.set(rawPath, file);
    return { rawPath, kind: 'file', file };
  }

  /** In the original folder a hard link is a file like any other, so it is one here too [E2]. */
  #toHardLink(rawPath: string, linkPath: string): ArchiveEntry {
    const file = this.#files.get(linkPath);
    const problem = { message: 'The entry links to one that is not there.' };
    return { rawPath, kind: 'file', ...(file ? { file } : { problem }) };
  }
}
