import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

export interface JsonItem {
  readonly key: string;
  readonly value: unknown;
  /** Offset of the value's first byte in the file. */
  readonly offset: number;
}

interface JsonPlan {
  /** Arrays whose elements are returned one by one. */
  readonly arrays: ReadonlySet<string>;
  /** Values that are skipped and not kept. */
  readonly skip: ReadonlySet<string>;
}

const MAX_VALUE_BYTES = 256 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Splits the top-level object of a JSON text into its values while the bytes arrive, so that it can read a file larger than any string. `JSON.parse`
 * parses each value; this code tracks brackets, commas and strings. `import/damaged` names the byte.
 */
export class JsonSplitter {
  readonly #plan: JsonPlan;
  readonly #entry: string;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isDone = false;
  /** Elements of an array are read, at depth 2; otherwise the members of the object, at depth 1. */
  #inArray = false;
  /** The value of the member was an array, which has ended. */
  #isClosed = false;
  /** No item has followed the opening bracket yet, so the closing bracket is allowed. */
  #isFirst = true;
  #key: string | undefined;
  /** Bytes of the key or value that is being read. */
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #isOpen = false;
  #valueOffset = 0;
  #blockOffset = 0;

  constructor(plan: JsonPlan, entry: string) {
    this.#plan = plan;
    this.#entry = entry;
  }

  /** Returns the values that end in this block. Keeps blocks until the value that reaches into them has ended. */
  feed(block: Uint8Array): JsonItem[] {
    const items: JsonItem[] = [];
    let from = 0;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at] as number;
      if (this.#inString) this.#stepString(byte);
      else if (isSpace(byte)) continue;
      else if (this.#depth === 0) this.#stepOutside(byte, at);
      else if (this.#depth === (this.#inArray ? 2 : 1) && this.#isBorder(byte)) {
        this.#keep(block, from, at);
        const item = this.#stepBorder(byte, at);
        if (item) items.push(item);
      } else {
        if (!this.#isOpen) [from, this.#valueOffset] = [at, this.#blockOffset + at];
        this.#isOpen = true;
        if (byte === QUOTE) this.#inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++;
        else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--;
      }
    }
    this.#keep(block, from, block.length);
    this.#blockOffset += block.length;
    return items;
  }

  /** Throws if the object has not ended. */
  end(): void {
    if (!this.#isDone) this.#fail('the file ends too early', 0);
  }

  #stepString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #stepOutside(byte: number, at: number): void {
    if (this.#isDone) this.#fail('not valid JSON', at);
    if (byte === 0xef || byte === 0xbb || byte === 0xbf) return; // a BOM
    if (byte !== OPEN_OBJECT)
      throw new AppError('import/not-ours', 'this is neither a zip nor a JSON object', { entry: this.#entry });
    this.#depth = 1;
  }

  /** Returns whether the byte ends a key or value, or begins an array that is read one by one. */
  #isBorder(byte: number): boolean {
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) return true;
    if (byte === COLON) return this.#key === undefined;
    const isNew = byte === OPEN_ARRAY && !this.#inArray && !this.#isOpen && !this.#isClosed;
    return isNew && this.#key !== undefined && this.#plan.arrays.has(this.#key);
  }

  #stepBorder(byte: number, at: number): JsonItem | undefined {
    if (byte === OPEN_ARRAY) {
      [this.#inArray, this.#isFirst, this.#depth] = [true, true, 2];
      return undefined;
    }
    if (byte === COLON) {
      const name = this.#parseKept(at);
      if (typeof name !== 'string') this.#fail('a name is missing', at);
      this.#key = name as string;
      return undefined;
    }
    const isLast = byte !== COMMA;
    if (isLast && byte !== (this.#inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#fail('not valid JSON', at);
    const item = this.#finishItem(at, isLast);
    this.#isFirst = false;
    this.#isClosed = this.#inArray && isLast;
    if (!this.#inArray) this.#key = undefined;
    if (isLast) {
      this.#isDone = !this.#inArray;
      this.#inArray = false;
      this.#depth--;
    }
    return item;
  }

  #finishItem(at: number, isLast: boolean): JsonItem | undefined {
    const isNoneWanted = this.#isClosed || (isLast && this.#isFirst && (this.#inArray || this.#key === undefined));
    if (!this.#isOpen && isNoneWanted) return undefined;
    if (!this.#isOpen || this.#isClosed || this.#key === undefined) return this.#fail('not valid JSON', at);
    if (!this.#plan.skip.has(this.#key))
      return { key: this.#key, value: this.#parseKept(at), offset: this.#valueOffset };
    this.#isOpen = false;
    return undefined;
  }

  /** Keeps the part of the open key or value in this block. */
  #keep(block: Uint8Array, from: number, to: number): void {
    const isSkipped = this.#key !== undefined && this.#plan.skip.has(this.#key);
    if (!this.#isOpen || isSkipped) return;
    this.#pieceBytes += to - from;
    if (this.#pieceBytes > MAX_VALUE_BYTES) this.#fail('a value is too large', from);
    this.#pieces.push(block.subarray(from, to));
  }

  #parseKept(at: number): unknown {
    const text = fromUtf8(this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : concatBytes(this.#pieces));
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#isOpen = false;
    try {
      return JSON.parse(text);
    } catch {
      return this.#fail('not valid JSON', at);
    }
  }

  #fail(message: string, at: number): never {
    throw new AppError('import/damaged', message, { entry: this.#entry, offset: this.#blockOffset + at });
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
