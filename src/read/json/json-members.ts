import { APOSTROPHE, BRACE, BRACKET, isNameByte, QUOTE, skipScalar } from './json-bytes.ts';
import type { JsonScan } from './json-scan.ts';

export interface JsonMember {
  /** Position of the key, or of the value in an array. */
  readonly start: number;
  /** Position after the key; `start` without one. */
  readonly keyEnd: number;
  readonly value: number;
  /** Position after the value. */
  readonly end: number;
  /** Number of the container that the value is, or -1. */
  readonly container: number;
}

/** A cursor over the members of a container, or over the values of JSON lines. */
export class JsonMembers {
  readonly isObject: boolean;
  readonly #scan: JsonScan;
  readonly #hasCommas: boolean;
  readonly #end: number;
  /** Position of the next member. */
  #at: number;
  /** Number of the next container. */
  #child: number;

  /** Without `container`, all lines of the text. */
  constructor(scan: JsonScan, container?: Pick<JsonMember, 'value' | 'container'>) {
    const { bytes } = scan;
    this.#scan = scan;
    this.#hasCommas = container !== undefined;
    this.#end = container ? scan.endOf(container.container) - 1 : bytes.length;
    this.#at = scan.skipSpace(container ? container.value + 1 : 0, this.#end);
    this.#child = container ? container.container + 1 : 0;
    this.isObject = container !== undefined && bytes[container.value] === BRACE;
  }

  static isContainer(byte: number | undefined): boolean {
    return byte === BRACE || byte === BRACKET;
  }

  get at(): number {
    return this.#at;
  }

  get isDone(): boolean {
    return this.#at >= this.#end;
  }

  next(): JsonMember {
    const start = this.#at;
    const keyEnd = this.isObject ? this.#skipKey(start) : start;
    const value = this.isObject ? this.#skip(this.#skip(keyEnd) + 1) : start;
    const container = JsonMembers.isContainer(this.#scan.bytes[value]) ? this.#child : -1;
    const end = container < 0 ? skipScalar(this.#scan.bytes, value, this.#end) : this.#scan.endOf(container);
    if (container >= 0) this.#child = this.#scan.nextOf(container);
    this.#at = this.#skip(end);
    if (this.#hasCommas && !this.isDone) this.#at = this.#skip(this.#at + 1);
    return { start, keyEnd, value, end, container };
  }

  #skip(at: number): number {
    return this.#scan.skipSpace(at, this.#end);
  }

  #skipKey(from: number): number {
    const { bytes } = this.#scan;
    if (bytes[from] === QUOTE || bytes[from] === APOSTROPHE) return skipScalar(bytes, from, this.#end);
    let at = from;
    while (at < this.#end && isNameByte(bytes[at] as number)) at++;
    return at;
  }
}
