import type { Kernel, LeafView } from '../kernel/contract.ts';
import type { ReadFile } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import type { CodeReader, Detected } from '../read/contract.ts';
import { detect } from '../read/detect.ts';
import { readFile } from '../read/read-file.ts';
import type { LeafMaker, LeafResult, LeafTask } from './parts.ts';

/** Makes leaves in this thread. `codeReader` is absent where tree-sitter cannot run. */
export function createLocalLeafMaker(parts: { kernel: Kernel; codeReader?: CodeReader }): LeafMaker {
  return { workers: 0, make: (task) => makeLeaf(parts.kernel, parts.codeReader, task) };
}

async function makeLeaf(kernel: Kernel, codeReader: CodeReader | undefined, task: LeafTask): Promise<LeafResult> {
  const detected = detect(task.path);
  const read = await readByKind(kernel, codeReader, task, detected);
  if (read === 'reader-missing') return missingReader(kernel, task, detected);
  const output = kernel.makeLeaf({
    path: task.path,
    kind: detected.kind,
    ...(detected.language === '' ? {} : { language: detected.language }),
    settings: task.settings,
    bytes: task.bytes,
    ...(read === undefined ? {} : { read }),
    ...(task.meta === undefined ? {} : { meta: task.meta }),
  });
  return {
    leaf: output.leaf,
    contents: output.contents,
    fileHash: output.fileHash,
    summary: toSummary(kernel.readLeaf(output.leaf)),
    ...(output.rewritten ? { original: task.bytes } : {}),
  };
}

/** `undefined` where the kernel reads by itself. */
async function readByKind(
  kernel: Kernel,
  codeReader: CodeReader | undefined,
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
    summary: { ...EMPTY_SUMMARY, kind: detected.kind, language: detected.language },
    skip: {
      path: task.path,
      isDirectory: false,
      reason: 'reader-missing',
      rule: `grammar ${detected.language}`,
      limit: LIMITS.maxOutlineBytes,
    },
  };
}

const EMPTY_SUMMARY = {
  lineCount: 0,
  chunkCount: 0,
  tokenTotal: 0,
  title: '',
  description: '',
  url: '',
  warnings: [],
} as const;

function toSummary(view: LeafView): LeafResult['summary'] {
  return {
    kind: view.kind,
    language: view.language,
    ...(view.refused === undefined ? {} : { refused: view.refused }),
    lineCount: view.lineCount,
    chunkCount: view.chunkCount,
    tokenTotal: view.tokenTotal,
    title: view.title,
    description: view.description,
    url: view.url,
    warnings: view.warnings,
  };
}
