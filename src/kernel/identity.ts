import { isAscii } from '../lib/ascii.ts';
import { toBaseName } from '../lib/base-name.ts';
import { ByteWriter } from '../lib/byte-writer.ts';
import { compareUtf8, toHex, toUtf8 } from '../lib/bytes.ts';
import type { PageMeta } from '../model/raw-file.ts';
import { FORMAT_VERSION, type Settings } from '../model/settings.ts';
import type { ChunkRow, Kernel } from './contract.ts';

type Hasher = Pick<Kernel, 'sha256'>;

const STEM_CHARS = 28;
const CONTEXT_CHARS = 44;

/** Returns sha256(path LF hash of the content LF occurrence). */
export function chunkId(kernel: Hasher, path: string, contentHash: Uint8Array, occurrence: number): Uint8Array {
  return kernel.sha256(toUtf8(`${path}\n${toHex(contentHash)}\n${occurrence}`));
}

/** Returns `c` and base 36 counted from 1, as wide as the largest ref of the collection, at least four digits. */
export function toRef(ordinal: number, total: number): string {
  return `c${(ordinal + 1).toString(36).padStart(refDigits(total), '0')}`;
}

/** Returns the ordinal of a ref, or undefined if a collection of that size has no such ref. */
export function parseRef(text: string, total: number): number | undefined {
  if (text.length !== refDigits(total) + 1 || !/^c[0-9a-z]+$/.test(text)) return undefined;
  const ordinal = Number.parseInt(text.slice(1), 36) - 1;
  return ordinal >= 0 && ordinal < total ? ordinal : undefined;
}

function refDigits(total: number): number {
  return Math.max(4, total.toString(36).length);
}

/** Hashes the settings that affect chunks and ranking. */
export function settingsHash(kernel: Hasher, settings: Settings): string {
  return toHex(kernel.sha256(toUtf8(toCanonicalJson(settings))));
}

/** The part of a file that enters `index_id`. */
interface IdentityFile {
  readonly path: string;
  readonly sha256: Uint8Array;
  readonly meta?: PageMeta;
}

/** `files` are the kept ones, in path order. */
export function indexId(
  kernel: Hasher & Pick<Kernel, 'sha256Of'>,
  { settings, files }: { settings: Settings; files: Iterable<IdentityFile> },
): string {
  return toHex(kernel.sha256Of(listIdentity(kernel, settings, files)));
}

function* listIdentity(kernel: Hasher, settings: Settings, files: Iterable<IdentityFile>): Generator<Uint8Array> {
  const out = new ByteWriter(PIECE_BYTES * 2);
  out.raw(toUtf8(`quire\n${FORMAT_VERSION}\n${settingsHash(kernel, settings)}\n`));
  for (const { path, sha256, meta } of files) {
    const metaHash = meta === undefined ? '' : `${toHex(kernel.sha256(toUtf8(toCanonicalJson(meta))))}\n`;
    out.raw(toUtf8(`${path}\n${toHex(sha256)}\n${metaHash}`));
    if (out.length < PIECE_BYTES) continue;
    yield out.view();
    out.clear();
  }
  yield out.view();
}

const PIECE_BYTES = 1 << 16;

/** Sorts keys in byte order and writes no spaces; values are numbers, strings and booleans. */
export function toCanonicalJson(value: object): string {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => compareUtf8(a, b));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`).join(',')}}`;
}

/** Returns one slug per chunk of a file: `stem--context`, unique among them, never empty. */
export function toSlugs(kernel: Pick<Kernel, 'toAscii'>, path: string, rows: readonly ChunkRow[]): string[] {
  const stem = toWord(kernel, toStem(path), STEM_CHARS) || 'chunk';
  const taken = new Map<string, number>();
  return rows.map((row) => {
    const context = toWord(kernel, toContext(row), CONTEXT_CHARS);
    const part = row.part > 1 ? `-p${row.part}` : '';
    const slug = `${context === '' || context === stem ? stem : `${stem}--${context}`}${part}`;
    return makeUnique(slug, taken);
  });
}

function makeUnique(slug: string, taken: Map<string, number>): string {
  let count = taken.get(slug) ?? 0;
  let unique = slug;
  while (count > 0 && taken.has(unique)) {
    count++;
    unique = `${slug}-${count}`;
  }
  taken.set(slug, Math.max(count, 1));
  if (unique !== slug) taken.set(unique, 1);
  return unique;
}

function toContext(row: ChunkRow): string {
  return row.headingPath.at(-1) ?? (row.symbol || row.address);
}

function toStem(path: string): string {
  const name = toBaseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Lower-cases letters and digits and turns runs of other characters into one dash. */
function toWord(kernel: Pick<Kernel, 'toAscii'>, text: string, maxChars: number): string {
  // Most names are ASCII, which the kernel would return with dashes for the rest.
  const ascii = isAscii(text) ? text : kernel.toAscii(text);
  let word = '';
  let isGap = false;
  for (let i = 0; i < ascii.length && word.length < maxChars; i++) {
    const unit = ascii.charCodeAt(i);
    const lower = unit | 0x20;
    const isLetter = lower >= 0x61 && lower <= 0x7a;
    if (!isLetter && (unit < 0x30 || unit > 0x39)) {
      isGap = word !== '';
      continue;
    }
    if (isGap) word += '-';
    isGap = false;
    if (word.length < maxChars) word += isLetter ? String.fromCharCode(lower) : ascii[i];
  }
  return word.endsWith('-') ? word.slice(0, -1) : word;
}
