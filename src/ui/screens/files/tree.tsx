import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Skip } from '../../../model/skip.ts';
import { toPx, useIsNarrow } from '../../parts/controls/use-media.ts';
import { useScrollHandle, useWindow, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { words } from '../../words/words.ts';
import { eachFile, listRows, type TreeNode, type TreeRow, toTicked } from './build-tree.ts';
import { canInclude, FileTreeRow } from './tree-row.tsx';

interface Props {
  readonly root: TreeNode;
  /** While filtering every folder is open. */
  readonly expandAll: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
  /** A left-out path is wanted after all. */
  readonly onInclude: (skip: Skip) => void;
}

/** The ARIA tree with boxes: real focus on one row, arrows, Home, End, type-ahead; Space ticks, Enter opens. */
export function FileTree({ root, expandAll, selected, onSelect, openPath, onOpen, onInclude }: Props) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isOpen = useCallback(
    (node: TreeNode) => (expandAll || isOpenAtFirst(node, root)) !== toggled.has(node.path),
    [expandAll, toggled, root],
  );
  const rows = useMemo(() => listRows(root, isOpen), [root, isOpen]);
  const isNarrow = useIsNarrow();
  const rowHeight = isNarrow ? 44 : toPx(1.75);
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const { from, to } = useWindow(scroller, rowHeight, rows.length);
  useScrollHandle(scroller, rowHeight, handle);
  const { active, focusRow, noticeFocus } = useRoving(rows, handle);

  const toggle = (node: TreeNode) =>
    setToggled((now) => {
      const next = new Set(now);
      if (!next.delete(node.path)) next.add(node.path);
      return next;
    });
  const tick = (node: TreeNode) => onSelect(toSelection(node, selected));
  const open = (node: TreeNode) => {
    if (node.file !== undefined || node.withoutText !== undefined) onOpen(node.path);
    else if (node.skip === undefined) toggle(node);
    else if (canInclude(node.skip)) onInclude(node.skip);
  };
  const onKeyDown = useTreeKeys({ rows, active, focusRow, isOpen, toggle, tick, open });

  // The scroller stays: what follows its size and place would otherwise hold on to one that is gone.
  return (
    <div className="tree-scroll" ref={scroller}>
      {rows.length === 0 && <p className="loading">{words.files.noMatch}</p>}
      <div
        role="tree"
        aria-label={words.files.tree}
        aria-multiselectable
        className="virtual"
        style={{ height: rows.length * rowHeight }}
        onKeyDown={onKeyDown}
        onFocus={(event) => noticeFocus(event.target)}
      >
        {rows.slice(from, to).map((row, i) => (
          <FileTreeRow
            key={row.node.path}
            row={row}
            index={from + i}
            top={(from + i) * rowHeight}
            height={rowHeight}
            isOpen={row.node.children.length > 0 ? isOpen(row.node) : undefined}
            isActive={from + i === active}
            isCurrent={row.node.path === openPath}
            ticked={row.node.files > 0 ? toTicked(row.node, selected) : undefined}
            onToggle={toggle}
            onTick={tick}
            onOpen={open}
            onFocusRow={focusRow}
          />
        ))}
      </div>
    </div>
  );
}

/** Small trees begin open at the top; large ones closed. */
function isOpenAtFirst(node: TreeNode, root: TreeNode): boolean {
  return node.level <= 1 && root.files <= 500;
}

function toSelection(node: TreeNode, selected: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(selected);
  const isTicked = toTicked(node, selected) === 'true';
  for (const file of eachFile(node)) {
    if (isTicked) next.delete(file.path);
    else next.add(file.path);
  }
  return next;
}

/** Exactly one row is in the tab order, and it stays drawn: focus is moved for real. */
function useRoving(rows: readonly TreeRow[], handle: { readonly current: VirtualListHandle | null }) {
  const [activePath, setActivePath] = useState<string>();
  const wantsFocus = useRef(false);
  const found = rows.findIndex((row) => row.node.path === activePath);
  const active = Math.max(0, found);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const element = document.querySelector<HTMLElement>(`[role="treeitem"][data-index="${active}"]`);
    if (element === null) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });
  const focusRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row === undefined) return;
      wantsFocus.current = true;
      handle.current?.scrollTo(index);
      setActivePath(row.node.path);
    },
    [rows, handle],
  );
  // Assistive technology may focus a row by itself; keys must then act on that row.
  const noticeFocus = (target: Element) => {
    const row = rows[Number(target.getAttribute('data-index') ?? Number.NaN)];
    if (row !== undefined) setActivePath(row.node.path);
  };
  return { active, focusRow, noticeFocus };
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

function useTreeKeys({ rows, active, focusRow, isOpen, toggle, tick, open }: KeyOptions) {
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
