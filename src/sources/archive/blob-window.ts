/** Small reads one after another through one larger read: a slice per header would take seconds for 100,000 entries. */
const WINDOW_BYTES = 1 << 20;

export class BlobWindow {
  readonly #blob: Blob;
  #start = 0;
  #bytes = new Uint8Array(0);

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    if (at < this.#start || at + length > this.#start + this.#bytes.length) {
      const end = at + Math.max(length, WINDOW_BYTES);
      this.#bytes = new Uint8Array(await this.#blob.slice(at, end).arrayBuffer());
      this.#start = at;
    }
    return this.#bytes.subarray(at - this.#start, at - this.#start + length);
  }
}
