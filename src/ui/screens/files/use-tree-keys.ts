import { type KeyboardEvent, useRef } from 'react';
import type { TreeNode, TreeRow } from './build-tree.ts';

export function useTreeKeys({ rows, active, focusRow, isOpen, toggle, tick, open }: KeyOptions) {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = row;
    const isFolder = node.children.length > 0;
    if (event.key === 'ArrowDown') focusRow(Math.min(active + 1, rows.length - 1));
    else if (event.key === 'ArrowUp') focusRow(Math.max(active - 1, 0));
    else if (event.key === 'Home') focusRow(0);
    else if (event.key === 'End') focusRow(rows.length - 1);
    else if (event.key === 'ArrowRight' && isFolder) isOpen(node) ? focusRow(active + 1) : toggle(node);
    else if (event.key === 'ArrowLeft' && isFolder && isOpen(node)) toggle(node);
    else if (event.key === 'ArrowLeft') focusRow(rows.findIndex((other) => other.node.path === row.parent));
    else if (event.key === 'Enter') open(node);
    else if (event.key === ' ') tick(node);
    else if (event.key.length === 1) typeAhead(event.key);
    else return;
    event.preventDefault();
  };

  function typeAhead(key: string): void {
    const now = Date.now();
    typed.current = { text: now - typed.current.at < 700 ? typed.current.text + key : key, at: now };
    const text = typed.current.text.toLowerCase();
    const start = text.length === 1 ? active + 1 : active;
    for (let i = 0; i < rows.length; i++) {
      const at = (start + i) % rows.length;
      if (!rows[at]?.node.name.toLowerCase().startsWith(text)) continue;
      focusRow(at);
      return;
    }
  }
}

interface KeyOptions {
  readonly rows: readonly TreeRow[];
  readonly active: number;
  readonly focusRow: (index: number) => void;
  readonly isOpen: (node: TreeNode) => boolean;
  readonly toggle: (node: TreeNode) => void;
  readonly tick: (node: TreeNode) => void;
  readonly open: (node: TreeNode) => void;
}
