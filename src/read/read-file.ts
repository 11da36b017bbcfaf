import { fromUtf8 } from '../lib/bytes.ts';
import type { ReadFile } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import type { Warning } from '../model/warning.ts';
import { toParseFuel } from './code/parser-runtime.ts';
import type { CodeReader, Detected } from './contract.ts';
import type { ChunkSizes } from './json/cut-json.ts';
import { readJson } from './json/read-json.ts';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

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
  if (detected.reader === 'kernel' || !codeReader) return { bytes: text };
  const outline = await codeReader.read(text, toGrammar(input));
  if (outline) return { bytes: text, cuts: outline.cuts ?? [] };
  return { bytes: text, warnings: [toNoOutline(input)] };
}

/** Adds an outline of its scripts to HTML that is code. */
async function addScripts(file: ReadFile, codeReader: CodeReader | undefined): Promise<ReadFile> {
  if (file.language === undefined) return file;
  const outline = await codeReader?.read(file.bytes, file.language);
  return outline?.cuts?.length ? { ...file, cuts: outline.cuts } : file;
}

const CPP =
  /^[ \t]*(?:namespace[ \t]+[A-Za-z_]|template[ \t]*<|class[ \t]+[A-Za-z_][^;{}\n]*\{|using[ \t]+namespace[ \t])/m;

/** `.h` is C by name; most headers of C++ have it too, and the grammar of C finds no class in them. C itself reads well as either. */
function toGrammar({ path, detected, text }: ReadInput): string {
  return /\.h$/i.test(path) && CPP.test(fromUtf8(text)) ? 'cpp' : detected.language;
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
