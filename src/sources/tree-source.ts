import type { RemoteTree, TreeEntry } from '../crawl/contract.ts';
import type { FileSource } from './contract.ts';
import { toOwnBuffer } from './directory-like.ts';
import { MemoryTree } from './memory-tree.ts';
import { toSegments } from './to-path.ts';
import { createWalkedSource } from './walk-folder.ts';
import { badPath } from './warnings.ts';

export interface TreeFiles {
  read(path: string): Promise<Uint8Array>;
  /** Stored bytes of an unchanged entry: every import needs ignore files, and need not fetch them again. */
  readKept(entry: TreeEntry): Promise<Uint8Array | undefined>;
  /** For listings without sizes. */
  findKeptSize(entry: TreeEntry): number | undefined;
}

/** Concurrent reads; the requester limits the requests themselves. */
const READ_AT_ONCE = 16;

/** Reads the tree of a repository like a folder [R4]. */
export function createTreeSource(name: string, tree: RemoteTree, files: TreeFiles): FileSource {
  const source = createWalkedSource(name, async function* () {
    const root = new MemoryTree(name);
    for (const entry of tree.entries) {
      const segments = toSegments(entry.path);
      if (!segments) yield { type: 'warning', warning: badPath(entry.path) };
      else if (entry.kind === 'submodule')
        yield { type: 'skip', skip: { path: segments.join('/'), isDirectory: true, reason: 'submodule' } };
      else if (entry.kind === 'symlink') root.addOther(segments, 'symlink');
      else root.addFile(segments, toFile(entry, files));
    }
    return { root, isCutOff: tree.isIncomplete };
  });
  return Object.assign(source, { readAtOnce: READ_AT_ONCE });
}

function toFile(entry: TreeEntry, files: TreeFiles) {
  const { path, stamp } = entry;
  return {
    // Without a size, limits are applied after reading.
    size: entry.size ?? files.findKeptSize(entry) ?? 0,
    ...(stamp === undefined ? {} : { lastModified: stamp }),
    arrayBuffer: /(?:^|\/)\.(?:git)?ignore$/.test(path)
      ? readTwice(entry, files)
      : async () => toOwnBuffer(await files.read(path)),
  };
}

/** The walk reads an ignore file for its rules, the import for its text: it is fetched at most once. */
function readTwice(entry: TreeEntry, files: TreeFiles): () => Promise<ArrayBuffer> {
  let first: Promise<Uint8Array> | undefined;
  return async () => {
    const again = first;
    first = again ? undefined : files.readKept(entry).then((kept) => kept ?? files.read(entry.path));
    return toOwnBuffer(await (again ?? (first as Promise<Uint8Array>)));
  };
}
