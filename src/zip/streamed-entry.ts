import { createDeflater } from '../lib/deflate.ts';
import type { BufferedOutput } from './buffered-output.ts';
import { crc32 } from './crc32.ts';
import { dataDescriptor, localHeader, type ZipRecord } from './zip-records.ts';

/** Compressed bytes of a stream held back in the hope that its sizes still fit into the header before it. */
const HELD_BYTES = 4 << 20;

/** Writes the sizes into the header before the data if the entry ends while its compressed bytes are still held back, otherwise after the data. */
export class StreamedEntry {
  readonly #name: Uint8Array;
  readonly #out: BufferedOutput;
  readonly #offset: number;
  readonly #deflater = createDeflater((bytes) => this.#fresh.push(bytes));
  /** Output of the deflater since the last push. */
  #fresh: Uint8Array[] = [];
  /** Undefined once the header without sizes is written. */
  #held: Uint8Array[] | undefined = [];
  #crc = 0;
  #size = 0;
  #storedSize = 0;

  constructor(name: Uint8Array, out: BufferedOutput) {
    this.#name = name;
    this.#out = out;
    this.#offset = out.length;
  }

  async push(block: Uint8Array, isLast: boolean): Promise<void> {
    this.#crc = crc32(block, this.#crc);
    this.#size += block.length;
    this.#deflater.push(block, isLast);
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const bytes of fresh) {
      this.#storedSize += bytes.length;
      if (this.#held) this.#held.push(bytes);
      else await this.#out.write(bytes);
    }
    if (this.#held && this.#storedSize >= HELD_BYTES) await this.#release(true);
  }

  async finish(): Promise<ZipRecord> {
    if (this.#held) {
      await this.#release(false);
      return this.#toRecord(false);
    }
    const record = this.#toRecord(true);
    await this.#out.write(dataDescriptor(record));
    return record;
  }

  /** Writes the header and everything held back. */
  async #release(streamed: boolean): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    await this.#out.write(localHeader(this.#toRecord(streamed)));
    for (const bytes of held) await this.#out.write(bytes);
  }

  #toRecord(streamed: boolean): ZipRecord {
    return {
      name: this.#name,
      method: 8,
      crc: this.#crc,
      size: this.#size,
      storedSize: this.#storedSize,
      offset: this.#offset,
      streamed,
    };
  }
}
