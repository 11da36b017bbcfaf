import { compareUtf8 } from '../lib/bytes.ts';
import type { Warning } from '../model/warning.ts';
import type { ChunkFacts, IndexView } from './contract.ts';
import { toSafeNames } from './text/safe-names.ts';

/** Returns the view with `assetPath` as named in the zip, and a warning for each renamed image. Idempotent. */
export function toExportView(view: IndexView): IndexView {
  const images = view.files.filter((file) => file.kind === 'image').map((file) => file.path);
  if (images.length === 0) return view;
  const { names, collisions } = toSafeNames(images);
  return {
    ...view,
    warnings: addCollisions(view.warnings, collisions),
    chunks: async (index) => (await view.chunks(index)).map((chunk) => renameAsset(chunk, names)),
    chunkFacts: async (index) => (await view.chunkFacts(index)).map((facts) => renameAsset(facts, names)),
  };
}

function renameAsset<T extends ChunkFacts>(chunk: T, names: ReadonlyMap<string, string>): T {
  const name = chunk.assetPath && names.get(chunk.path);
  return name ? { ...chunk, assetPath: `images/${name}` } : chunk;
}

function addCollisions(warnings: readonly Warning[], paths: readonly string[]): readonly Warning[] {
  const known = new Set(warnings.filter((warning) => warning.code === 'case-collision').map((warning) => warning.path));
  const added = paths.filter((path) => !known.has(path)).map(toWarning);
  if (added.length === 0) return warnings;
  return [...warnings, ...added].sort(compareWarnings);
}

function toWarning(path: string): Warning {
  return {
    path,
    code: 'case-collision',
    message: 'Another image has the same name where case does not count; it was renamed.',
  };
}

/** Orders by path, line, code. */
export function compareWarnings(a: Warning, b: Warning): number {
  return compareUtf8(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareUtf8(a.code, b.code);
}
