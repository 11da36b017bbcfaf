import { createByteReader } from '../../lib/byte-reader.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import { AppError } from '../../model/app-error.ts';
import type { FilePlace, ScannedFile, ScannedFolder } from '../../model/raw-file.ts';
import type { ScanItem } from '../../sources/contract.ts';
import { WalkedFolder } from '../../sources/walked-file.ts';
import { readScanned, writeScanned } from './scan-codec.ts';

/** Part of a scan, sent by the thread that walks the folder. */
export interface ScanBatch {
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Folders of its files that were in no earlier batch, numbered in order of sending. */
  readonly folders: readonly SentFolder[];
}

interface SentFolder {
  readonly handle: FileSystemDirectoryHandle;
  readonly rawPath: string;
}

export interface ScanPacker {
  /** Items in the current batch. */
  readonly count: number;
  add(item: ScanItem): void;
  /** Returns the batch and starts the next one. */
  finish(): ScanBatch;
}

const FILE = 1;
const OTHER = 0;

export function createScanPacker(): ScanPacker {
  const numbers = new Map<ScannedFolder, number>();
  const out = createByteWriter(64 * 1024);
  let folders: SentFolder[] = [];
  let count = 0;

  function numberOf({ folder, rawName }: ScannedFile, place: FilePlace): number {
    const known = numbers.get(folder as ScannedFolder);
    if (known !== undefined) return known;
    folders.push({ handle: place.folder, rawPath: rawName.slice(0, -place.name.length) });
    numbers.set(folder as ScannedFolder, numbers.size);
    return numbers.size - 1;
  }

  function addFile(file: ScannedFile): void {
    const { place } = file;
    if (place === undefined) throw new AppError('app/unexpected', 'a file that only its own thread can read was found');
    out.u8(FILE);
    writeScanned(out, file, numberOf(file, place));
  }

  return {
    get count() {
      return count;
    },
    add(item) {
      count++;
      if (item.type === 'file') return addFile(item.file);
      out.u8(OTHER);
      out.text(JSON.stringify(item));
    },
    finish() {
      const batch = { packed: out.finish(), folders };
      out.clear();
      folders = [];
      count = 0;
      return batch;
    },
  };
}

/** Batches must be unpacked in the order they were packed. */
export function createScanUnpacker(): (batch: ScanBatch) => Generator<ScanItem> {
  const folders: WalkedFolder[] = [];
  return function* unpack(batch) {
    for (const folder of batch.folders) folders.push(new WalkedFolder(folder));
    const reader = createByteReader(batch.packed);
    while (reader.at < batch.packed.length) {
      if (reader.uint() === OTHER) {
        yield JSON.parse(reader.text());
        continue;
      }
      yield { type: 'file', file: readScanned(reader, batch.packed, folders) };
    }
  };
}
