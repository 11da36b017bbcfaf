import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react';
import type { VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { findFolders, type TreeNode, type TreeRow } from './build-tree.ts';

interface Options {
  readonly root: TreeNode;
  readonly rows: readonly TreeRow[];
  readonly path: string | undefined;
  readonly isOpen: (node: TreeNode) => boolean;
  readonly setToggled: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly handle: RefObject<VirtualListHandle | null>;
}

/** Scrolls to the open file and opens its folders, once per file; they may be closed again. */
export function useReveal({ root, rows, path, isOpen, setToggled, handle }: Options): void {
  const revealed = useRef<string>(undefined);
  useEffect(() => {
    if (path === undefined || revealed.current === path) return;
    const closed = findFolders(root, path).filter((folder) => !isOpen(folder));
    if (closed.length > 0) {
      setToggled((now) => toggleAll(now, closed));
      return;
    }
    const at = rows.findIndex((row) => row.node.path === path);
    // The list may still be loading, or be filtered.
    if (at < 0) return;
    revealed.current = path;
    handle.current?.scrollTo(at);
  }, [root, rows, path, isOpen, setToggled, handle]);
}

/** Opens closed folders and closes open ones. */
export function toggleAll(now: ReadonlySet<string>, nodes: readonly TreeNode[]): ReadonlySet<string> {
  const next = new Set(now);
  for (const { path } of nodes) if (!next.delete(path)) next.add(path);
  return next;
}
