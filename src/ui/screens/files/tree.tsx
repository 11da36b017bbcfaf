import { useCallback, useMemo, useRef, useState } from 'react';
import type { Skip } from '../../../model/skip.ts';
import { toPx, useIsNarrow } from '../../parts/controls/use-media.ts';
import * as virtualListCss from '../../parts/controls/virtual-list.module.css';
import { useScrollHandle, useWindow, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { words } from '../../words/words.ts';
import { listRows, type TreeNode, toTicked } from './build-tree.ts';
import * as css from './tree.module.css';
import { canInclude, FileTreeRow } from './tree-row.tsx';
import { toggleAll, useReveal } from './use-reveal.ts';
import { useRoving } from './use-roving.ts';
import { useTreeKeys } from './use-tree-keys.ts';

interface Props {
  readonly root: TreeNode;
  /** True while filtering, when every folder is open. */
  readonly expandAll: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onTick: (node: TreeNode) => void;
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
  /** Includes a skipped path. */
  readonly onInclude: (skip: Skip) => void;
}

/** An ARIA tree with checkboxes: real focus on one row, arrows, Home, End, type-ahead; Space ticks, Enter opens. */
export function FileTree({ root, expandAll, selected, onTick, openPath, onOpen, onInclude }: Props) {
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
  const { active, activeRow, focusRow, noticeFocus } = useRoving(rows, handle);
  useReveal({ root, rows, path: openPath, isOpen, setToggled, handle });

  const toggle = (node: TreeNode) => setToggled((now) => toggleAll(now, [node]));
  const tick = (node: TreeNode) => {
    if (node.files > 0) onTick(node);
  };
  const open = (node: TreeNode) => {
    if (node.file !== undefined || node.withoutText !== undefined) onOpen(node.path);
    else if (node.skip === undefined) toggle(node);
    else if (canInclude(node.skip)) onInclude(node.skip);
  };
  const onKeyDown = useTreeKeys({ rows, active, focusRow, isOpen, toggle, tick, open });

  // The scroller is always rendered: the hooks that follow its size and position would otherwise hold a removed element.
  return (
    <div className={css.scroll} ref={scroller}>
      {rows.length === 0 && <p className="loading">{words.files.noMatch}</p>}
      <div
        role="tree"
        aria-label={words.files.tree}
        aria-multiselectable
        className={virtualListCss.rows}
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
            activeRef={from + i === active ? activeRow : undefined}
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

/** Small trees start open at the top level, large ones closed. */
function isOpenAtFirst(node: TreeNode, root: TreeNode): boolean {
  return node.level <= 1 && root.files <= 500;
}
