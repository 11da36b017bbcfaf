import type { Kernel, LeafOutput } from '../../kernel/contract.ts';
import type { Digest } from '../../lib/web-digest.ts';
import type { ReadFile } from '../../model/cut.ts';
import type { Incomplete } from '../../model/incomplete.ts';
import { toMaxBytes } from '../../model/kind.ts';
import type { CodeReader, Detected } from '../../read/contract.ts';
import { detect } from '../../read/detect.ts';
import type { PdfReader } from '../../read/document/pdf/read-pdf.ts';
import { readDocument } from '../../read/document/read-document.ts';
import { readLegacy } from '../../read/encoding/read-legacy.ts';
import { readFile } from '../../read/read-file.ts';
import { readPlace } from '../../sources/read-place.ts';
import type { LeafResult, LeafTask, ReadingLeafMaker } from '../deps.ts';
import { readAndMake, settle } from './read-and-make.ts';

export interface LeafMakerParts {
  readonly kernel: Kernel;
  /** Absent where tree-sitter cannot run. */
  readonly codeReader?: CodeReader;
  /** Absent: a PDF waits for one. */
  readonly pdfReader?: PdfReader;
  /** Hashes large files sooner than the kernel does. */
  readonly digest?: Digest;
}

/** Makes leaves in this thread. */
export function createLocalLeafMaker(deps: LeafMakerParts): ReadingLeafMaker {
  const make = (task: LeafTask): Promise<LeafResult> => makeLeaf(deps, task);
  return {
    workers: 0,
    make,
    makeAll: (tasks) =>
      Promise.all(
        tasks.map(({ from, size: _size, ...task }) => {
          const read = async (): Promise<Uint8Array> =>
            'bytes' in from ? from.bytes.slice(from.start, from.end) : readPlace(from, task.path);
          return settle(readAndMake({ kernel: deps.kernel, read, make }, task));
        }),
      ),
  };
}

async function makeLeaf(deps: LeafMakerParts, task: LeafTask): Promise<LeafResult> {
  const { kernel, digest } = deps;
  const detected = detect(task.path);
  // WebCrypto works in a thread of its own while the file is read and cut.
  const hashing = digest?.(task.bytes);
  // Its failure is dealt with below; an error on the way there must not leave it unheard.
  if (hashing instanceof Promise) hashing.catch(() => undefined);
  const make = (read: ReadFile | undefined): LeafOutput =>
    kernel.makeLeaf({
      path: task.path,
      kind: detected.kind,
      ...(detected.language === '' ? {} : { language: detected.language }),
      settings: task.settings,
      bytes: task.bytes,
      ...(hashing === undefined ? {} : { fileHash: NO_HASH }),
      ...(read === undefined ? {} : { read }),
      ...(task.meta === undefined ? {} : { meta: task.meta }),
    });
  let { read, incomplete } = await readByKind(deps, task, detected);
  let output = make(read);
  if (output.facts.refused === 'encoding') {
    const legacy = readLegacy(task.path, task.bytes);
    ({ read, incomplete } = await readByKind(deps, { ...task, bytes: legacy.bytes }, detected));
    output = make({ ...legacy, ...read, warnings: [...(legacy.warnings ?? []), ...(read?.warnings ?? [])] });
  }
  return {
    leaf: output.leaf,
    contents: output.contents,
    fileHash: hashing === undefined ? output.fileHash : await finishHash(kernel, hashing, task.bytes),
    facts: output.facts,
    ...(output.rewritten ? { original: task.bytes } : {}),
    // Of a file without text there is no outline to wait for.
    ...(incomplete === undefined || output.facts.refused !== undefined ? {} : { incomplete }),
  };
}

const NO_HASH = new Uint8Array();

async function finishHash(
  kernel: Kernel,
  hashing: Uint8Array | Promise<Uint8Array>,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  try {
    return await hashing;
  } catch {
    return kernel.sha256(bytes);
  }
}

interface Read {
  /** Absent where the kernel reads by itself. */
  readonly read?: ReadFile;
  readonly incomplete?: Incomplete;
}

async function readByKind(deps: LeafMakerParts, task: LeafTask, detected: Detected): Promise<Read> {
  const { kernel, codeReader } = deps;
  if (detected.reader === 'kernel') return {};
  if (detected.reader === 'code') {
    if (task.settings.outline === 'none' || codeReader === undefined) return {};
    if (task.outlineLater) return { incomplete: 'later' };
  }
  if (detected.reader === 'document') return readAsDocument(deps, task);
  const decoded = kernel.decode(task.bytes);
  if ('refused' in decoded) return {};
  try {
    const read = await readFile({
      path: task.path,
      detected,
      text: decoded.text,
      targetChars: task.settings.chunk_target_chars,
      ...(codeReader === undefined ? {} : { codeReader }),
    });
    return { read };
  } catch {
    return { incomplete: 'reader-missing' };
  }
}

async function readAsDocument({ pdfReader }: LeafMakerParts, { path, bytes, settings }: LeafTask): Promise<Read> {
  // The kernel refuses it.
  if (bytes.length > toMaxBytes(path, settings.max_file_bytes)) return {};
  try {
    const read = await readDocument({
      path,
      bytes,
      maxTextBytes: settings.max_file_bytes,
      targetChars: settings.chunk_target_chars,
      ...(pdfReader === undefined ? {} : { pdfReader }),
    });
    return { read };
  } catch {
    return { incomplete: 'reader-missing' };
  }
}
