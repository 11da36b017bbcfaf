import { Gunzip } from '../../lib/deflate.ts';
import { ZIP_LIMITS } from '../../zip/expansion-budget.ts';

/** Expanded bytes go to the browser as blobs of this size, which it may keep on disk. */
const PART_BYTES = 8_000_000;
/** A compressed tar is expanded completely before it is read. */
const MAX_TAR_BYTES = 2_000_000_000;

export interface Expanded {
  readonly blob: Blob;
  readonly cutOff?: string;
}

/** Expands a gzip; keeps what came before damage or a limit. */
export async function gunzipBlob(blob: Blob, signal: AbortSignal): Promise<Expanded> {
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  let total = 0;
  const closePart = () => {
    if (openBytes > 0) parts.push(new Blob(open));
    open = [];
    openBytes = 0;
  };
  const gunzip = new Gunzip((chunk) => {
    // fflate reuses its buffer for the next chunk.
    open.push(chunk.slice());
    openBytes += chunk.length;
    total += chunk.length;
  });
  let cutOff: string | undefined;
  for (let at = 0; at < blob.size && cutOff === undefined; at += STEP_BYTES) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await blob.slice(at, at + STEP_BYTES).arrayBuffer());
    cutOff = push(gunzip, bytes, at + STEP_BYTES >= blob.size) ?? findExcess(total, blob.size);
    if (openBytes >= PART_BYTES) closePart();
  }
  closePart();
  const whole = new Blob(parts);
  return cutOff === undefined ? { blob: whole } : { blob: whole, cutOff };
}

/** Input per step. Small, because one step may expand a thousandfold before it can be stopped. */
const STEP_BYTES = 16_384;

function push(gunzip: Gunzip, bytes: Uint8Array, isLast: boolean): string | undefined {
  try {
    gunzip.push(bytes, isLast);
    return undefined;
  } catch {
    return 'The compressed bytes of the archive are damaged or cut off.';
  }
}

function findExcess(expandedBytes: number, archiveBytes: number): string | undefined {
  if (expandedBytes > MAX_TAR_BYTES) return 'The archive expands to too much.';
  const isBomb = expandedBytes > ZIP_LIMITS.ratioFromBytes && expandedBytes / archiveBytes > ZIP_LIMITS.maxRatio;
  return isBomb ? 'The archive expands far more than text does.' : undefined;
}
