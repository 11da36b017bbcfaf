import type { ProxyMarked, Remote } from 'comlink';
import type { FileTask, LeafResult, LeafTask, ScanEnd, ScanRules, TakeBatch } from '../../engine/deps.ts';
import type { Colours } from '../../model/outputs/colours.ts';
import type { DeflateService } from './deflate-wire.ts';
import type { SentPlace } from './file-places.ts';

/** The ingest worker's side of the wire. */
export interface IngestService extends DeflateService {
  make(task: LeafTask): Promise<LeafResult>;
  /** Answers what `unpackOutcomes` reads. */
  makeBatch(batch: SentBatch): Promise<Uint8Array>;
  findColours(language: string, text: string): Promise<Colours>;
  scanFolder(
    folder: FileSystemDirectoryHandle,
    rules: ScanRules,
    take: Remote<TakeBatch & ProxyMarked>,
  ): Promise<ScanEnd>;
}

export interface SentBatch extends Pick<FileTask, 'settings' | 'maxBytes'> {
  readonly files: readonly SentFile[];
  /** Bytes that were read with the scan, one file after the other. */
  readonly ahead: Uint8Array<ArrayBuffer>;
}

export interface SentFile extends Omit<FileTask, 'from' | 'settings' | 'maxBytes'> {
  /** Its place, or how many of the bytes ahead are its own. */
  readonly from: SentPlace | number;
}
