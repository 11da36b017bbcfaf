import { parseHtml } from '../html/html-tree.ts';
import { isTemplate } from '../html/is-template.ts';
import { reduceTree } from '../html/reduce-html.ts';
import { toBaseName } from '../lib/base-name.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import { countLines } from '../lib/lines.ts';
import { CUT_WHAT, type ReadFile } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import type { Warning } from '../model/warning.ts';
import { toParseFuel } from './code/parser-runtime.ts';
import type { CodeReader, Detected } from './contract.ts';
import type { ChunkSizes } from './json/cut-json.ts';
import { readJson } from './json/read-json.ts';
import { findTextScanner } from './text/formats.ts';
import { Lines } from './text/lines.ts';
import { toName } from './to-name.ts';

export interface ReadInput {
  readonly path: string;
  readonly detected: Detected;
  /** UTF-8 with LF line ends, as the kernel decoded it. */
  readonly text: Uint8Array;
  /** Larger members of a text format are opened, small ones joined. */
  readonly sizes: ChunkSizes;
  /** Without one, code is read as text and nothing is said: that is the setting `outline: none`. */
  readonly codeReader?: CodeReader;
}

/** Text and cuts of one file; without cuts the kernel finds them by kind. Rejects with `read/grammar-missing` only. */
export async function readFile(input: ReadInput): Promise<ReadFile> {
  const { detected, text, codeReader } = input;
  if (detected.reader === 'html') return addScripts(readHtml(text), codeReader);
  if (detected.reader === 'json') return readJson(input.path, text, input.sizes);
  if (detected.reader === 'text') return readText(input.path, text, input.sizes.chunk_target_chars);
  const file = isCppHeader(input) ? { bytes: text, language: 'cpp' } : { bytes: text };
  if (detected.reader === 'kernel' || !codeReader) return file;
  // Interfaces of OCaml have a grammar of their own.
  const grammar = /\.mli$/i.test(input.path) ? 'ocaml_interface' : (file.language ?? detected.language);
  const outline = await codeReader.read(text, grammar);
  if (outline) return { ...file, cuts: outline.cuts ?? [] };
  return { ...file, warnings: [toNoOutline(input)] };
}

/** Adds an outline of its scripts to HTML that is code. */
async function addScripts(file: ReadFile, codeReader: CodeReader | undefined): Promise<ReadFile> {
  if (file.language === undefined) return file;
  const outline = await codeReader?.read(file.bytes, file.language);
  return outline?.cuts?.length ? { ...file, cuts: outline.cuts } : file;
}

/** Lines that only C++ has: namespaces, templates, classes, access, names with `::`, references, headers without `.h`. */
const CPP =
  /^[ \t]*(?:(?:inline[ \t]+)?namespace[ \t]+[A-Za-z_]|template[ \t]*<|(?:enum[ \t]+)?class[ \t]+[A-Za-z_][^;{}\n*]*[;{:]|using[ \t]+(?:namespace[ \t]|[A-Za-z_]\w*[ \t]*=)|(?:public|private|protected):|#[ \t]*include[ \t]*(?:<[a-z_]+>|"[^"\n]*\.(?:hpp|hh|hxx)")|[A-Za-z_][^\n/*"']*(?:[A-Za-z_]::[~A-Za-z_]|\bconst [A-Za-z_]\w* ?& ?\w))/m;

/** `.h` is C by name, but most headers of C++ have it too, and the grammar of C finds no class in them. */
function isCppHeader({ path, detected, text }: ReadInput): boolean {
  return detected.language === 'c' && /\.h$/i.test(path) && CPP.test(fromUtf8(text));
}

function toNoOutline({ path, text }: ReadInput): Warning {
  const limit = LIMITS.maxOutlineBytes;
  if (text.length > limit) {
    const message = 'The file is too large for an outline and was cut as plain text.';
    return { path, code: 'no-outline', message, limit, actual: text.length };
  }
  const message = 'Parsing took more work than allowed, so the file was cut as plain text.';
  return { path, code: 'no-outline', message, limit: toParseFuel(text.length) };
}

/** Returns the text unchanged, with the cuts of its format; without any, the kernel cuts it. */
export function readText(path: string, bytes: Uint8Array, targetChars: number): ReadFile {
  const scanner = findTextScanner(toBaseName(path));
  if (!scanner) return { bytes };
  const { cuts, ...facts } = scanner(new Lines(fromUtf8(bytes)), targetChars);
  return cuts.length === 0 ? { bytes, ...facts } : { bytes, cuts, ...facts };
}

/** Converts a document to the Markdown that a crawl would save. Templates and app markup are code and stay unchanged. */
export function readHtml(text: Uint8Array): ReadFile {
  // The tokenizer treats a lone CR as a line end; we do not.
  const source = fromUtf8(text).replaceAll('\r', ' ');
  const root = parseHtml(source);
  const code = { bytes: text, language: 'html' };
  if (isTemplate(root, source)) return code;
  const { lines, markdown, title, facts } = reduceTree(root, findSavedUrl(source));
  // A page without readable text is kept as well: its title or a redirect may be all it has.
  if (lines.length === 0 && source.trim() !== '') return code;
  return {
    bytes: toUtf8(markdown),
    isMarkdown: true,
    sourceLines: Uint32Array.from(lines, ({ first }) => first),
    sourceLastLines: Uint32Array.from(lines, ({ last }) => last),
    sourceLineCount: countLines(source),
    title: toName(title),
    description: toName(facts.description),
  };
}

/** Finds the address that browsers note at the top of a page they save. */
function findSavedUrl(source: string): string {
  const url = /<!-- saved from url=\(\d{1,6}\)(https?:\/\/[^\s<>]{1,2000}) -->/.exec(source.slice(0, 5_000))?.[1] ?? '';
  return URL.canParse(url) ? url : '';
}

/** Checks the output of code and document readers: they wrap foreign libraries, and the kernel trusts its input. */
export function isReadFile(value: unknown): value is ReadFile {
  if (!isRecord(value)) return false;
  const { bytes, cuts = [], title = '', description = '' } = value;
  const isWhole = bytes instanceof Uint8Array && Array.isArray(cuts) && cuts.every(isCut);
  return isWhole && typeof title === 'string' && typeof description === 'string';
}

function isCut(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { line, level, what, name, endLine = 0, symbolLine = 0, address = '' } = value;
  const isPlaced = [line, level, endLine, symbolLine].every((number) => Number.isSafeInteger(number));
  return isPlaced && typeof name === 'string' && typeof address === 'string' && Object.hasOwn(CUT_WHAT, String(what));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
