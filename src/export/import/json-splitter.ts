import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

export interface JsonItem {
  readonly key: string;
  readonly value: unknown;
  /** Offset of the value's first byte in the file. */
  readonly offset: number;
}

export interface JsonPlan {
  /** Arrays whose elements are returned one by one. */
  readonly arrays: ReadonlySet<string>;
  /** Values that are skipped and not kept. */
  readonly skip: ReadonlySet<string>;
}

/** Limit on a single value in memory. */
const MAX_VALUE_BYTES = 256 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

type State = 'start' | 'key-or-end' | 'key' | 'colon' | 'value-start' | 'value' | 'after-value' | 'done';

/**
 * Splits the top-level object of a JSON text into its values while the bytes arrive, so that it can read a file larger than any string. `JSON.parse`
 * parses each value; this code tracks brackets, commas and strings. `import/damaged` names the byte.
 */
export class JsonSplitter {
  readonly #plan: JsonPlan;
  readonly #entry: string;
  readonly #end = new EndFinder();
  #state: State = 'start';
  #inArray = false;
  /** No item has followed the opening bracket yet, so the closing bracket is allowed. */
  #isFirst = true;
  #key = '';
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #valueOffset = 0;
  #blockOffset = 0;

  constructor(plan: JsonPlan, entry: string) {
    this.#plan = plan;
    this.#entry = entry;
  }

  /** Returns the values that end in this block. Keeps blocks until the value that reaches into them has ended. */
  feed(block: Uint8Array): JsonItem[] {
    const items: JsonItem[] = [];
    let at = 0;
    while (at < block.length) {
      if (this.#state === 'key' || this.#state === 'value') {
        const end = this.#end.find(block, at);
        this.#keep(block, at, end < 0 ? block.length : end);
        if (end < 0) break;
        at = end;
        const item = this.#finishValue(at);
        if (item) items.push(item);
        continue;
      }
      const byte = block[at] as number;
      const isPassedOver = isSpace(byte) || (this.#state === 'start' && isBom(byte));
      at = isPassedOver ? at + 1 : this.#step(byte, at);
    }
    this.#blockOffset += block.length;
    return items;
  }

  /** Throws if the object has not ended. */
  end(): void {
    if (this.#state !== 'done') this.#fail('the file ends too early', 0);
  }

  /** Handles a key or a value that ended before `at`. */
  #finishValue(at: number): JsonItem | undefined {
    if (this.#state === 'value') {
      this.#state = 'after-value';
      if (this.#plan.skip.has(this.#key)) return undefined;
      return { key: this.#key, value: this.#parseKept(at), offset: this.#valueOffset };
    }
    const name = this.#parseKept(at);
    if (typeof name !== 'string') this.#fail('a name is missing', at);
    this.#key = name as string;
    this.#state = 'colon';
    return undefined;
  }

  /** Handles one structural byte; returns the index to continue at. */
  #step(byte: number, at: number): number {
    switch (this.#state) {
      case 'start':
        return this.#stepStart(byte, at);
      case 'key-or-end':
        return this.#stepKey(byte, at);
      case 'value-start':
        return this.#stepValue(byte, at);
      case 'after-value':
        return this.#stepAfterValue(byte, at);
      case 'colon':
        return byte === COLON ? this.#goOn('value-start', at) : this.#fail('not valid JSON', at);
      default:
        return this.#fail('not valid JSON', at);
    }
  }

  #stepStart(byte: number, at: number): number {
    if (byte !== OPEN_OBJECT) {
      throw new AppError('import/not-ours', 'this is neither a zip nor a JSON object', { entry: this.#entry });
    }
    this.#isFirst = true;
    return this.#goOn('key-or-end', at);
  }

  #stepKey(byte: number, at: number): number {
    if (byte === QUOTE) return this.#begin('key', at);
    return byte === CLOSE_OBJECT && this.#isFirst ? this.#goOn('done', at) : this.#fail('not valid JSON', at);
  }

  #stepValue(byte: number, at: number): number {
    if (this.#inArray && byte === CLOSE_ARRAY && this.#isFirst) return this.#endArray(at);
    if (!this.#inArray && byte === OPEN_ARRAY && this.#plan.arrays.has(this.#key)) {
      this.#inArray = true;
      this.#isFirst = true;
      return at + 1;
    }
    const isNoValue = byte === COMMA || byte === COLON || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
    if (isNoValue) return this.#fail('not valid JSON', at);
    this.#isFirst = false;
    return this.#begin('value', at);
  }

  #stepAfterValue(byte: number, at: number): number {
    if (this.#inArray && byte === COMMA) return this.#goOn('value-start', at);
    if (this.#inArray && byte === CLOSE_ARRAY) return this.#endArray(at);
    if (!this.#inArray && byte === CLOSE_OBJECT) return this.#goOn('done', at);
    if (this.#inArray || byte !== COMMA) return this.#fail('not valid JSON', at);
    this.#isFirst = false;
    return this.#goOn('key-or-end', at);
  }

  #goOn(state: State, at: number): number {
    this.#state = state;
    return at + 1;
  }

  #endArray(at: number): number {
    this.#inArray = false;
    return this.#goOn('after-value', at);
  }

  /** The byte at `at` belongs to the key or value itself. */
  #begin(state: 'key' | 'value', at: number): number {
    this.#state = state;
    this.#valueOffset = this.#blockOffset + at;
    this.#end.reset();
    return at;
  }

  #keep(block: Uint8Array, from: number, to: number): void {
    if (this.#state === 'value' && this.#plan.skip.has(this.#key)) return;
    this.#pieceBytes += to - from;
    if (this.#pieceBytes > MAX_VALUE_BYTES) this.#fail('a value is too large', from);
    if (to > from) this.#pieces.push(block.subarray(from, to));
  }

  #parseKept(at: number): unknown {
    const text = fromUtf8(this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : concatBytes(this.#pieces));
    this.#pieces = [];
    this.#pieceBytes = 0;
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

/** Tracks one value through strings and brackets, over any number of blocks. */
class EndFinder {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isScalar = false;

  reset(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#isScalar = false;
  }

  /** Returns the index after the value's last byte, or -1 when the block ends first. A scalar ends before the byte that stops it. */
  find(block: Uint8Array, from: number): number {
    for (let i = from; i < block.length; i++) {
      const byte = block[i] as number;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#inString = false;
          if (this.#depth === 0) return i + 1;
        }
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (this.#depth === 0) return i;
        if (--this.#depth === 0) return i + 1;
      } else if (this.#depth === 0 && this.#isScalar && (byte === COMMA || byte === COLON || isSpace(byte))) return i;
      else if (this.#depth === 0) this.#isScalar = true;
    }
    return -1;
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isBom(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
