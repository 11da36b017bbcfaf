import { fromUtf8 } from '../../lib/bytes.ts';
import type { Span } from '../../model/cut.ts';
import type { Settings } from '../../model/settings.ts';
import { isSpace, type JsonMember, JsonMembers, type JsonScan, LF } from './json-scan.ts';

export type ChunkSizes = Pick<Settings, 'chunk_target_chars' | 'chunk_max_chars' | 'chunk_min_chars'>;

/** Elements of an array that are gathered before they are halved. */
const GROUP = 50;
/** Values nested deeper are split like text: the total length of their addresses would grow with the square of the depth. */
const MAX_OPEN = 32;

/** A container being cut, and the group of its members in hand. */
interface Frame {
  readonly isObject: boolean;
  readonly address: string;
  readonly depth: number;
  readonly group: readonly JsonMember[];
  /** Where the span of each member of the group begins, and where the last one ends. */
  readonly starts: readonly number[];
  /** Index of the group's first member in the container. */
  readonly first: number;
}

/** Members joined so far into one chunk. */
interface OpenChunk {
  readonly start: number;
  readonly end: number;
  readonly points: number;
  readonly first: JsonMember;
  readonly last: JsonMember;
  /** Indexes in the container; the second is after the last. */
  readonly from: number;
  readonly to: number;
}

/** Cuts objects by members and arrays by ranges of elements; a member over the cap is opened, or split if it cannot be. */
export class JsonCutter {
  readonly spans: Span[] = [];
  readonly #scan: JsonScan;
  readonly #points: SpanPoints;
  readonly #target: number;
  readonly #maximum: number;
  readonly #minimum: number;

  constructor(scan: JsonScan, { chunk_target_chars, chunk_max_chars, chunk_min_chars }: ChunkSizes) {
    this.#scan = scan;
    this.#points = new SpanPoints(scan.bytes);
    this.#maximum = Math.max(1, chunk_max_chars);
    this.#target = Math.min(Math.max(1, chunk_target_chars), this.#maximum);
    this.#minimum = chunk_min_chars;
  }

  cut(members: JsonMembers, start: number, end: number, address = '$', depth = 1): void {
    let open: OpenChunk | undefined;
    let first = 0;
    while (!members.isDone) {
      const group: JsonMember[] = [];
      while (group.length < GROUP && !members.isDone) group.push(members.next());
      const starts = group.map((member) => this.#points.snapToLine(member.start));
      if (first === 0) starts[0] = start;
      starts.push(members.isDone ? end : this.#points.snapToLine(members.at));
      const frame: Frame = { isObject: members.isObject, address, depth, group, starts, first };
      if (!frame.isObject) open = this.#cutRange(frame, open, 0, group.length);
      else for (let i = 0; i < group.length; i++) open = this.#cutRange(frame, open, i, i + 1);
      first += group.length;
    }
    this.#close({ isObject: members.isObject, address }, open);
  }

  /** Returns the chunk that is still open after the range. */
  #cutRange(frame: Frame, open: OpenChunk | undefined, from: number, to: number): OpenChunk | undefined {
    const start = frame.starts[from] as number;
    const end = frame.starts[to] as number;
    const points = this.#points.count(start, end);
    if (points > this.#target && to - from > 1) {
      const middle = from + ((to - from + 1) >> 1);
      return this.#cutRange(frame, this.#cutRange(frame, open, from, middle), middle, to);
    }
    if (points <= this.#maximum) return this.#join(frame, open, from, to, points);
    this.#close(frame, open);
    this.#openMember(frame, from);
    return undefined;
  }

  #openMember(frame: Frame, index: number): void {
    const member = frame.group[index] as JsonMember;
    const [start, end] = frame.starts.slice(index, index + 2) as [number, number];
    const address = frame.address + (frame.isObject ? this.#toStep(member) : `[${frame.first + index}]`);
    const members = member.container >= 0 && frame.depth < MAX_OPEN ? new JsonMembers(this.#scan, member) : undefined;
    if (members && !members.isDone) this.cut(members, start, end, address, frame.depth + 1);
    else this.spans.push({ start, end, address });
  }

  /** Joins small neighbours of one container. */
  #join(frame: Frame, open: OpenChunk | undefined, from: number, to: number, points: number): OpenChunk {
    const [start, end] = [frame.starts[from] as number, frame.starts[to] as number];
    const last = frame.group[from] as JsonMember;
    if (open && open.points < this.#minimum) {
      const sum = this.#points.count(open.start, end);
      if (sum <= this.#target) return { ...open, end, points: sum, last, to: frame.first + to };
    }
    this.#close(frame, open);
    return { start, end, points, first: last, last, from: frame.first + from, to: frame.first + to };
  }

  #close({ isObject, address }: Pick<Frame, 'isObject' | 'address'>, open: OpenChunk | undefined): void {
    if (!open) return;
    const { start, end, first, last, from, to } = open;
    if (!isObject) this.spans.push({ start, end, address: `${address}[${from}:${to}]` });
    else {
      const rest = last === first ? '' : `…${address}${this.#toStep(last)}`;
      this.spans.push({ start, end, address: address + this.#toStep(first) + rest });
    }
  }

  #toStep({ start, keyEnd }: JsonMember): string {
    return toKeyStep(this.#scan.bytes.subarray(start, keyEnd));
  }
}

/** Code points of a key that an address contains. */
const MAX_KEY_POINTS = 500;

/** Returns `.key` or `["odd key"]` for the source of a key, including its quotes. */
function toKeyStep(bytes: Uint8Array): string {
  const source = fromUtf8(bytes);
  const isQuoted = /^["']/.test(source);
  const key = capPoints(isQuoted ? source.slice(1, -1) : source);
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
  return `["${source.startsWith("'") ? key.replaceAll('"', '\\"') : key}"]`;
}

function capPoints(key: string): string {
  if (key.length <= MAX_KEY_POINTS) return key;
  return [...key.slice(0, MAX_KEY_POINTS * 2)].slice(0, MAX_KEY_POINTS).join('');
}

/** Counts code points of spans of valid UTF-8. */
class SpanPoints {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Counts without the blank lines at both ends, as chunks are trimmed. */
  count(start: number, end: number): number {
    const bytes = this.#bytes;
    let from = start;
    let at = start;
    while (at < end && isSpace(bytes[at] as number)) if (bytes[at++] === LF) from = at;
    if (at >= end) return 0;
    let to = end;
    at = end;
    while (isSpace(bytes[at - 1] as number)) if (bytes[--at] === LF) to = at;
    let points = 0;
    for (let i = from; i < to; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) points++;
    return points;
  }

  /** Returns the start of the line if only indentation is before the position. */
  snapToLine(at: number): number {
    let from = at;
    while (from > 0 && (this.#bytes[from - 1] === 32 || this.#bytes[from - 1] === 9)) from--;
    return from === 0 || this.#bytes[from - 1] === LF ? from : at;
  }
}
