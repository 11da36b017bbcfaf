import type { ProxyMarked, Remote } from 'comlink';
import type { FileTask, ScanEnd, ScanRules, TakeBatch } from '../../engine/deps.ts';
import type { Colours } from '../../model/outputs/colours.ts';
import type { SentPlace } from './file-places.ts';

/** The ingest worker's side of the wire. */
export interface IngestService {
  /** Returns bytes for `unpackOutcomes`. */
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
  /** Bytes that the scan already read, concatenated. */
  readonly ahead: Uint8Array<ArrayBuffer>;
}

export interface SentFile extends Omit<FileTask, 'from' | 'settings' | 'maxBytes'> {
  /** Its place, or the number of its bytes in `ahead`. */
  readonly from: SentPlace | number;
}
