import {
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Skip } from '../../../model/skip.ts';
import { toClass } from '../../kit/button.tsx';
import { toPx, useIsNarrow } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import * as virtualListCss from '../../parts/controls/controls.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { useRows, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { formatBytes } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { filesWords } from '../../words/library.ts';
import { selectionsWords } from '../../words/outputs.ts';
import { words } from '../../words/words.ts';
import { findFolders, listRows, type Ticked, type TreeNode, type TreeRow, toTicked } from './build-tree.ts';
import * as css from './tree.module.css';

interface FileTreeProps {
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
export function FileTree({ root, expandAll, selected, onTick, openPath, onOpen, onInclude }: FileTreeProps) {
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
  const { active, activeRow, focusRow, noticeFocus } = useRoving(rows, handle);
  const shown = useRows(scroller, { count: rows.length, rowHeight, active, handle });
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
      {rows.length === 0 && <p className="loading">{filesWords.noMatch}</p>}
      <div
        role="tree"
        aria-label={filesWords.tree}
        aria-multiselectable
        className={virtualListCss.listRows}
        style={{ height: rows.length * rowHeight }}
        onKeyDown={onKeyDown}
        onFocus={(event) => noticeFocus(event.target)}
      >
        {shown.map((index) => {
          const row = rows[index] as TreeRow;
          return (
            <FileTreeRow
              key={row.node.path}
              row={row}
              index={index}
              top={index * rowHeight}
              height={rowHeight}
              isOpen={row.node.children.length > 0 ? isOpen(row.node) : undefined}
              activeRef={index === active ? activeRow : undefined}
              isCurrent={row.node.path === openPath}
              ticked={row.node.files > 0 ? toTicked(row.node, selected) : undefined}
              onToggle={toggle}
              onTick={tick}
              onOpen={open}
              onFocusRow={focusRow}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Small trees start open at the top level, large ones closed. */
function isOpenAtFirst(node: TreeNode, root: TreeNode): boolean {
  return node.level <= 1 && root.files <= 500;
}

interface FileTreeRowProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly isOpen: boolean | undefined;
  /** Set for the one row in the tab order. */
  readonly activeRef: RefObject<HTMLDivElement | null> | undefined;
  readonly isCurrent: boolean;
  readonly ticked: Ticked | undefined;
  readonly onToggle: (node: TreeNode) => void;
  readonly onTick: (node: TreeNode) => void;
  readonly onOpen: (node: TreeNode) => void;
  readonly onFocusRow: (index: number) => void;
}

function FileTreeRow(props: FileTreeRowProps) {
  const { row, index, top, height, isOpen, activeRef, isCurrent, ticked, onToggle, onTick, onOpen, onFocusRow } = props;
  const { node, level, position, size } = row;
  const isFolder = node.file === undefined && node.skip === undefined && node.withoutText === undefined;
  const note = toNote(node);
  const exactSize = node.withoutText === undefined ? filesWords.exactSize(node.tokens, node.bytes) : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    <div
      role="treeitem"
      className={css.row}
      data-index={index}
      ref={activeRef}
      tabIndex={activeRef ? 0 : -1}
      aria-level={level}
      aria-setsize={size}
      aria-posinset={position}
      aria-expanded={isOpen}
      aria-checked={ticked}
      aria-selected={isCurrent}
      aria-label={toLabel(node, note)}
      style={{ transform: `translateY(${top}px)`, height, paddingInlineStart: (level - 1) * 16 }}
      onClick={() => {
        onFocusRow(index);
        onOpen(node);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrows open and close */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer, the row is the control */}
      <span
        className={css.twist}
        onClick={(event) => {
          event.stopPropagation();
          if (isOpen !== undefined) onToggle(node);
        }}
      >
        {isOpen !== undefined && <Icon name="right" size={16} />}
      </span>
      {ticked !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Space ticks the row
        // biome-ignore lint/a11y/noStaticElementInteractions: aria-checked is on the row
        <span
          className={css.tick}
          onClick={(event) => {
            event.stopPropagation();
            onFocusRow(index);
            onTick(node);
          }}
        >
          {ticked === 'true' && <Icon name="check" size={14} />}
          {ticked === 'mixed' && <Icon name="minus" size={14} />}
        </span>
      )}
      <span
        className={toClass(css.name, isFolder && css.folder, node.skip && css.skipped, node.withoutText && look.soft)}
      >
        <MiddleText text={findTitle(node) ?? node.name} max={72} tail={16} />
      </span>{' '}
      <span className={toClass(look.cut, css.meta, node.skip && css.reason)} title={node.skip ? note : exactSize}>
        {note}
      </span>{' '}
      {node.skip !== undefined && canInclude(node.skip) && (
        <span className={css.include} aria-hidden>
          {selectionsWords.include}
        </span>
      )}
    </div>
  );
}

const BY_RULE: readonly Skip['reason'][] = ['ignored', 'default', 'excluded', 'not-included'];

/** Only a path that a rule skipped can be included by a rule; a limit or a read error would skip it again. */
function canInclude({ reason }: Skip): boolean {
  return BY_RULE.includes(reason);
}

function describeSkip(skip: Skip): string {
  const reason = filesWords.reasons[skip.reason];
  if (skip.limit !== undefined && skip.actual !== undefined) {
    return `${reason}: ${filesWords.limitActual(formatBytes(skip.actual), formatBytes(skip.limit))}`;
  }
  // The reason already says in which list the rule is.
  const rule = skip.rule?.replace(skip.reason === 'ignored' ? '' : /^(?:default|include|exclude) /, '');
  return rule === undefined ? reason : `${reason} ${toVisibleName(rule)}`;
}

/** Returns the title of a document; other files are known by their names. */
function findTitle({ file }: TreeNode): string | undefined {
  return file?.kind === 'document' ? file.title : undefined;
}

/** Says why a path has no text, or how much text it has. */
function toNote(node: TreeNode): string {
  const { skip, withoutText, files, tokens } = node;
  if (skip !== undefined) return describeSkip(skip);
  if (withoutText !== undefined) return filesWords.noTextReason(withoutText.reason);
  const size = files === 0 ? '' : words.count.tokensShort(tokens);
  return findTitle(node) === undefined ? size : `${toVisibleName(node.name)} · ${size}`;
}

function toLabel(node: TreeNode, note: string): string {
  const name = toVisibleName(node.name).slice(0, 1_000);
  if (node.skip !== undefined) return `${name}, ${note}.${canInclude(node.skip) ? ` ${filesWords.includeHint}` : ''}`;
  const title = findTitle(node);
  if (title !== undefined) return `${toVisibleName(title)}, ${note}`;
  return `${name}, ${note || words.count.tokensShort(node.tokens)}`;
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

interface KeyOptions {
  readonly rows: readonly TreeRow[];
  readonly active: number;
  readonly focusRow: (index: number) => void;
  readonly isOpen: (node: TreeNode) => boolean;
  readonly toggle: (node: TreeNode) => void;
  readonly tick: (node: TreeNode) => void;
  readonly open: (node: TreeNode) => void;
}

/** Exactly one row is in the tab order; DOM focus moves with it. */
function useRoving(rows: readonly TreeRow[], handle: { readonly current: VirtualListHandle | null }) {
  const [activePath, setActivePath] = useState<string>();
  const wantsFocus = useRef(false);
  const activeRow = useRef<HTMLDivElement>(null);
  const found = rows.findIndex((row) => row.node.path === activePath);
  const active = Math.max(0, found);
  useEffect(() => {
    if (!wantsFocus.current || activeRow.current === null) return;
    wantsFocus.current = false;
    activeRow.current.focus({ preventScroll: true });
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
  // Assistive technology may move the focus to a row; keys must then act on that row.
  const noticeFocus = (target: Element) => {
    const row = rows[Number(target.getAttribute('data-index') ?? Number.NaN)];
    if (row !== undefined) setActivePath(row.node.path);
  };
  return { active, activeRow, focusRow, noticeFocus };
}

interface Options {
  readonly root: TreeNode;
  readonly rows: readonly TreeRow[];
  readonly path: string | undefined;
  readonly isOpen: (node: TreeNode) => boolean;
  readonly setToggled: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly handle: RefObject<VirtualListHandle | null>;
}

/** Scrolls to the open file and opens its folders, once per file; they may be closed again. */
function useReveal({ root, rows, path, isOpen, setToggled, handle }: Options): void {
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
function toggleAll(now: ReadonlySet<string>, nodes: readonly TreeNode[]): ReadonlySet<string> {
  const next = new Set(now);
  for (const { path } of nodes) if (!next.delete(path)) next.add(path);
  return next;
}
