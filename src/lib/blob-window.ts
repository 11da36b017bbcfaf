/** Serves small sequential reads from one larger read: a slice each would take seconds for 100,000 entries. */
const WINDOW_BYTES = 1 << 20;
/** A read that begins this close after the previous one counts as sequential. */
const NEAR_BYTES = 1 << 16;

export class BlobWindow {
  readonly #blob: Blob;
  #start = 0;
  #bytes = new Uint8Array(0);
  #lastEnd = 0;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  /** Returns `length` bytes, or fewer at the end of the blob, as a view that must not be kept. */
  async read(at: number, length: number): Promise<Uint8Array> {
    const goesOn = at >= this.#lastEnd - NEAR_BYTES && at <= this.#lastEnd + NEAR_BYTES;
    this.#lastEnd = at + length;
    const end = Math.min(at + length, this.#blob.size);
    if (at >= this.#start && end <= this.#start + this.#bytes.length) return this.#view(at, length);
    // Random reads must not load a whole window each.
    if (!goesOn || length > WINDOW_BYTES) return new Uint8Array(await this.#blob.slice(at, at + length).arrayBuffer());
    const bytes = new Uint8Array(await this.#blob.slice(at, at + WINDOW_BYTES).arrayBuffer());
    this.#bytes = bytes;
    this.#start = at;
    return this.#view(at, length);
  }

  #view(at: number, length: number): Uint8Array {
    return this.#bytes.subarray(at - this.#start, at - this.#start + length);
  }
}
