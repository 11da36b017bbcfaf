import type { Kernel, Leaf, LeafInput } from '../../kernel/contract.ts';
import { toMaxBytes } from '../../kinds/document-format.ts';
import { within } from '../../lib/async/within.ts';
import { compareBytes } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { AppError } from '../../model/app-error.ts';
import type { ReadFile } from '../../model/cut.ts';
import type { Incomplete } from '../../model/incomplete.ts';
import { LIMITS } from '../../model/limits.ts';
import type { CodeReader, Detected } from '../../read/contract.ts';
import { detect } from '../../read/detect.ts';
import type { PdfReader } from '../../read/document/pdf/read-pdf.ts';
import { readDocument } from '../../read/document/read-document.ts';
import { readLegacy } from '../../read/encoding/read-legacy.ts';
import { isReadFile, readFile } from '../../read/read-file.ts';
import { readImage } from '../../read/recognised-text.ts';
import type { FileTask, LeafMaker, NoLeaf } from '../deps.ts';
import { toFailure } from './file-outcome.ts';

export interface LeafMakerParts {
  readonly kernel: Kernel;
  /** Absent if tree-sitter cannot run. */
  readonly codeReader?: CodeReader;
  /** Absent: a PDF stays incomplete until there is one. */
  readonly pdfReader?: PdfReader;
  readonly readerMs?: number;
}

/** Makes leaves in this thread. */
export function createLocalLeafMaker(deps: LeafMakerParts): LeafMaker {
  return {
    workers: 0,
    async make(tasks) {
      const unhashed: Unhashed[] = [];
      const made = await Promise.all(tasks.map((task) => makeOrFail(deps, task, unhashed)));
      const hashes = deps.kernel.sha256All(unhashed.map(({ bytes }) => bytes));
      for (const [i, { leaf }] of unhashed.entries()) leaf.fileHash = hashes[i] as Uint8Array;
      return made;
    },
  };
}

/** A leaf that lacks the hash of its file: several files are hashed in half the time. */
interface Unhashed {
  readonly leaf: Mutable<Leaf>;
  readonly bytes: Uint8Array;
}

const NO_HASH = new Uint8Array(0);

async function makeOrFail(deps: LeafMakerParts, task: FileTask, unhashed: Unhashed[]): Promise<Leaf | NoLeaf> {
  const { bytes, path, maxBytes, knownHash } = task;
  const size = bytes.length;
  if (maxBytes !== undefined && size > toMaxBytes(path, maxBytes)) return { type: 'too-large', bytes: size };
  try {
    const fileHash = knownHash && deps.kernel.sha256(bytes);
    if (fileHash && compareBytes(fileHash, knownHash) === 0) return { type: 'unchanged' };
    const leaf = await makeLeaf(deps, { ...task, fileHash: fileHash ?? NO_HASH });
    if (!fileHash) unhashed.push({ leaf, bytes });
    return leaf;
  } catch (error) {
    return toFailure(error);
  }
}

type HashedTask = FileTask & { readonly fileHash: Uint8Array };

async function makeLeaf(deps: LeafMakerParts, task: HashedTask): Promise<Mutable<Leaf>> {
  const detected = detect(task.path);
  const { path, settings, bytes, fileHash } = task;
  const input: Mutable<LeafInput> = { path, kind: detected.kind, settings, bytes, fileHash };
  if (detected.language !== '') input.language = detected.language;
  if (task.meta !== undefined) input.meta = task.meta;
  const make = (read: ReadFile | undefined): Leaf =>
    deps.kernel.makeLeaf(read === undefined ? input : { ...input, read });
  let { output, incomplete } = makeOrWait(make, await readByKind(deps, task, detected));
  if (output.facts.refused === 'encoding') {
    const legacy = readLegacy(task.path, task.bytes);
    const makeLegacy = (read: ReadFile | undefined): Leaf =>
      make({ ...legacy, ...read, warnings: [...(legacy.warnings ?? []), ...(read?.warnings ?? [])] });
    const read = await readByKind(deps, { ...task, bytes: legacy.bytes }, detected);
    ({ output, incomplete } = makeOrWait(makeLegacy, read));
  }
  const { refused, chunkCount } = output.facts;
  // A file without text has no outline to wait for.
  const isComplete = incomplete === undefined || refused !== undefined || (incomplete === 'later' && chunkCount === 0);
  return isComplete ? output : { ...output, incomplete };
}

type Make = (read: ReadFile | undefined) => Leaf;

/** Makes the leaf without the reader's result if that is unusable, and marks the file incomplete. */
function makeOrWait(make: Make, { read, incomplete }: Read): { output: Leaf; incomplete?: Incomplete | undefined } {
  if (read === undefined) return { output: make(undefined), incomplete };
  try {
    return { output: make(read), incomplete };
  } catch {
    return { output: make(undefined), incomplete: 'reader-missing' };
  }
}

interface Read {
  /** Absent if the kernel reads the file. */
  readonly read?: ReadFile;
  readonly incomplete?: Incomplete;
}

async function readByKind(deps: LeafMakerParts, task: FileTask, detected: Detected): Promise<Read> {
  const { codeReader } = deps;
  const [picture] = detected.kind === 'image' ? (task.recognised ?? []) : [];
  if (picture !== undefined) return { read: readImage(task.path, picture, task.settings.max_file_bytes) };
  if (detected.reader === 'kernel') return {};
  if (detected.reader === 'code') {
    if (task.settings.outline === 'none' || codeReader === undefined) return {};
    if (task.outlineLater) return { incomplete: 'later' };
  }
  const size = task.bytes.length;
  const reading = detected.reader === 'document' ? readAsDocument(deps, task) : readAsText(deps, task, detected);
  const read = await within(deps.readerMs ?? LIMITS.readerMs, reading).catch(() => MISSING);
  if (task.bytes.length !== size) throw new AppError('app/unexpected', 'a reader transferred the bytes of its file');
  if (read === undefined) return {};
  return isReadFile(read) ? { read } : { incomplete: 'reader-missing' };
}

const MISSING = 'missing';

/** Returns undefined if the kernel refuses the file. */
async function readAsText(
  { kernel, codeReader }: LeafMakerParts,
  { path, bytes, settings }: FileTask,
  detected: Detected,
): Promise<ReadFile | undefined> {
  const decoded = kernel.decode(bytes);
  if ('refused' in decoded) return undefined;
  return readFile({ path, detected, text: decoded.text, sizes: settings, ...(codeReader && { codeReader }) });
}

/** Returns undefined if the kernel refuses the file. */
async function readAsDocument(
  { pdfReader }: LeafMakerParts,
  { path, bytes, settings, recognised }: FileTask,
): Promise<ReadFile | undefined> {
  if (bytes.length > toMaxBytes(path, settings.max_file_bytes)) return undefined;
  return readDocument({
    path,
    bytes,
    maxTextBytes: settings.max_file_bytes,
    targetChars: settings.chunk_target_chars,
    ...(pdfReader && { pdfReader }),
    ...(recognised && { recognised }),
  });
}
