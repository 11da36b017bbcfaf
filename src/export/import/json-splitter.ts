import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

export interface JsonItem {
  readonly key: string;
  readonly value: unknown;
  /** Byte of the file at which the value begins. */
  readonly offset: number;
}

export interface JsonPlan {
  /** Arrays whose elements come one by one. */
  readonly arrays: ReadonlySet<string>;
  /** Values passed over without being kept. */
  readonly skip: ReadonlySet<string>;
}

/** One value kept in memory at a time may be this large. */
const MAX_VALUE_BYTES = 256 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

type State = 'start' | 'key-or-end' | 'key' | 'colon' | 'value-start' | 'value' | 'after-value' | 'done';

/**
 * Cuts the top-level object of a JSON text into its values while the bytes arrive, so that a file larger than any string can be read.
 * Each value is parsed by `JSON.parse`; brackets, commas and strings are followed here. `import/damaged` names the byte.
 */
export function createJsonSplitter(
  plan: JsonPlan,
  entry: string,
): {
  feed(block: Uint8Array): readonly JsonItem[];
  end(): void;
} {
  let state: State = 'start';
  let inArray = false;
  let isFirst = true;
  let key = '';
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let isScalar = false;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let valueOffset = 0;
  let blockOffset = 0;

  function fail(message: string, at: number): never {
    throw new AppError('import/damaged', message, { entry, offset: blockOffset + at });
  }

  function keep(block: Uint8Array, from: number, to: number): void {
    if (state === 'value' && plan.skip.has(key)) return;
    keptBytes += to - from;
    if (keptBytes > MAX_VALUE_BYTES) fail('a value is too large', from);
    if (to > from) kept.push(block.subarray(from, to));
  }

  function take(at: number): unknown {
    const text = fromUtf8(kept.length === 1 ? (kept[0] as Uint8Array) : concatBytes(kept));
    kept = [];
    keptBytes = 0;
    try {
      return JSON.parse(text);
    } catch {
      return fail('not valid JSON', at);
    }
  }

  function begin(next: 'key' | 'value', at: number): void {
    state = next;
    valueOffset = blockOffset + at;
    depth = 0;
    inString = false;
    isEscaped = false;
    isScalar = false;
  }

  /** Index behind the last byte of the value, or -1 when the block ends first. A scalar ends before the byte that stops it. */
  function findEnd(block: Uint8Array, from: number): number {
    for (let i = from; i < block.length; i++) {
      const byte = block[i] as number;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return i + 1;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === 0x7b || byte === 0x5b) depth++;
      else if (byte === 0x7d || byte === 0x5d) {
        if (depth === 0) return i;
        if (--depth === 0) return i + 1;
      } else if (depth === 0 && (byte === COMMA || byte === COLON || isSpace(byte)) && isScalar) return i;
      else if (depth === 0) isScalar = true;
    }
    return -1;
  }

  function feed(block: Uint8Array): JsonItem[] {
    const items: JsonItem[] = [];
    let i = 0;
    while (i < block.length) {
      if (state === 'key' || state === 'value') {
        const end = findEnd(block, i);
        keep(block, i, end < 0 ? block.length : end);
        if (end < 0) break;
        i = end;
        if (state === 'key') {
          const name = take(i);
          if (typeof name !== 'string') fail('a name is missing', i);
          key = name;
          state = 'colon';
        } else {
          if (!plan.skip.has(key)) items.push({ key, value: take(i), offset: valueOffset });
          state = 'after-value';
        }
        continue;
      }
      const byte = block[i] as number;
      if (isSpace(byte) || (state === 'start' && isBom(byte))) {
        i++;
        continue;
      }
      i = step(byte, i);
    }
    blockOffset += block.length;
    return items;
  }

  /** One structural byte; gives the index to go on at. */
  function step(byte: number, i: number): number {
    if (state === 'start' && byte === 0x7b) {
      state = 'key-or-end';
      isFirst = true;
      return i + 1;
    }
    if (state === 'start') throw new AppError('import/not-ours', 'this is neither a zip nor a JSON object', { entry });
    if (state === 'key-or-end' && byte === 0x7d && isFirst) state = 'done';
    else if (state === 'key-or-end' && byte === QUOTE) {
      begin('key', i);
      return i;
    } else if (state === 'colon' && byte === COLON) state = 'value-start';
    else if (state === 'value-start' && inArray && byte === 0x5d && isFirst) endArray();
    else if (state === 'value-start' && !inArray && byte === 0x5b && plan.arrays.has(key)) {
      inArray = true;
      isFirst = true;
    } else if (state === 'value-start' && byte !== COMMA && byte !== COLON && byte !== 0x7d && byte !== 0x5d) {
      isFirst = false;
      begin('value', i);
      return i;
    } else if (state === 'after-value' && inArray && byte === COMMA) state = 'value-start';
    else if (state === 'after-value' && inArray && byte === 0x5d) endArray();
    else if (state === 'after-value' && !inArray && byte === COMMA) {
      state = 'key-or-end';
      isFirst = false;
    } else if (state === 'after-value' && !inArray && byte === 0x7d) state = 'done';
    else fail('not valid JSON', i);
    return i + 1;
  }

  function endArray(): void {
    inArray = false;
    state = 'after-value';
  }

  return {
    feed,
    end() {
      if (state !== 'done') fail('the file ends too early', 0);
    },
  };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isBom(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
