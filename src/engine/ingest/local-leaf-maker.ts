import type { Kernel, LeafOutput } from '../../kernel/contract.ts';
import type { Digest } from '../../lib/web-digest.ts';
import type { ReadFile } from '../../model/cut.ts';
import { LIMITS } from '../../model/limits.ts';
import type { CodeReader, Detected } from '../../read/contract.ts';
import { detect } from '../../read/detect.ts';
import { readLegacy } from '../../read/encoding/read-legacy.ts';
import { readFile } from '../../read/read-file.ts';
import { readPlace } from '../../sources/read-place.ts';
import type { LeafResult, LeafTask, ReadingLeafMaker } from '../deps.ts';
import { readAndMake, settle } from './read-and-make.ts';

export interface LeafMakerParts {
  readonly kernel: Kernel;
  /** Absent where tree-sitter cannot run. */
  readonly codeReader?: CodeReader;
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
  const read = await readByKind(deps, task, detected);
  if (read === 'reader-missing') return missingReader(kernel, task, detected);
  let output = make(read);
  if (output.facts.refused === 'encoding') {
    const legacy = readLegacy(task.path, task.bytes);
    const again = await readByKind(deps, { ...task, bytes: legacy.bytes }, detected);
    if (again === 'reader-missing') return missingReader(kernel, task, detected);
    output = make({ ...legacy, ...again, warnings: [...(legacy.warnings ?? []), ...(again?.warnings ?? [])] });
  }
  return {
    leaf: output.leaf,
    contents: output.contents,
    fileHash: hashing === undefined ? output.fileHash : await finishHash(kernel, hashing, task.bytes),
    facts: output.facts,
    ...(output.rewritten ? { original: task.bytes } : {}),
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

/** `undefined` where the kernel reads by itself. */
async function readByKind(
  { kernel, codeReader }: LeafMakerParts,
  task: LeafTask,
  detected: Detected,
): Promise<ReadFile | 'reader-missing' | undefined> {
  if (detected.reader === 'kernel') return undefined;
  const isCode = detected.reader === 'code';
  if (isCode && (task.settings.outline === 'none' || codeReader === undefined)) return undefined;
  const decoded = kernel.decode(task.bytes);
  if ('refused' in decoded) return undefined;
  try {
    return await readFile({
      path: task.path,
      detected,
      text: decoded.text,
      targetChars: task.settings.chunk_target_chars,
      ...(codeReader === undefined ? {} : { codeReader }),
    });
  } catch {
    return 'reader-missing';
  }
}

function missingReader(kernel: Kernel, task: LeafTask, detected: Detected): LeafResult {
  const none = new Uint8Array();
  return {
    leaf: none,
    contents: none,
    fileHash: kernel.sha256(task.bytes),
    facts: { ...EMPTY_FACTS, kind: detected.kind, language: detected.language },
    skip: {
      path: task.path,
      isDirectory: false,
      reason: 'reader-missing',
      rule: `grammar ${detected.language}`,
      limit: LIMITS.maxOutlineBytes,
    },
  };
}

const EMPTY_FACTS = {
  lineCount: 0,
  chunkCount: 0,
  tokenTotal: 0,
  title: '',
  description: '',
  url: '',
  warnings: [],
} as const;
