import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Kind } from '../../../model/kind.ts';
import { Button } from '../../kit/button.tsx';
import { Segmented, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import * as panesCss from '../../parts/controls/controls.module.css';
import { toKindColour } from '../../parts/controls/kind-badge.tsx';
import { formatCompact, formatCount, formatPercent } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { filesWords } from '../../words/library.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { findFolders, findMainKind, listLargest, type TreeNode } from './build-tree.ts';
import * as treeCss from './tree.module.css';
import * as css from './tree-map.module.css';

/** More boxes would be too small to see. */
const MAX_BOXES = 60;

/** A map of tokens: two levels at a time, coloured by kind. Every box is a button, and a table shows the same numbers. */
export function TreeMap({ root, onOpen }: { readonly root: TreeNode; readonly onOpen: (path: string) => void }) {
  // A path: the nodes are others after each sync.
  const [path, setPath] = useState('');
  const trail = useMemo(() => findFolders(root, path), [root, path]);
  const here = trail.at(-1) ?? root;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const boxes = useMemo(() => layOut(here, size), [here, size]);
  const [pointed, setPointed] = useState<TreeNode>();
  const kinds = [...new Set(boxes.map(({ kind }) => kind))];
  const [view, setView] = useState<'map' | 'table'>('map');
  const isTable = view === 'table';
  const enter = (node: TreeNode) => (node.file === undefined ? setPath(node.path) : onOpen(node.path));
  return (
    <section className={treeCss.pane} aria-label={filesWords.mapTitle}>
      <div className={panesCss.paneHead}>
        <span className={`${look.mono} ${look.name}`}>{toShortName(here.path, 120) || '/'}</span>
        <span>~{words.count.tokens(here.tokens)}</span>
        <Segmented value={view} options={toOptions(filesWords.mapViews)} onChange={setView} />
        {trail.length > 0 && (
          <Button icon="back" label={filesWords.mapUp} onClick={() => setPath(trail.at(-2)?.path ?? '')} />
        )}
      </div>
      {isTable && <MapTable here={here} onEnter={enter} />}
      {/* Always rendered, because a ResizeObserver watches its size. */}
      <div className={css.map} ref={frame} hidden={isTable}>
        {boxes.map((box) => (
          <MapBox key={box.data.node.path} box={box} onEnter={enter} onPoint={setPointed} />
        ))}
      </div>
      <div className={`${css.foot} ${look.small}`} aria-hidden hidden={isTable}>
        {pointed === undefined ? (
          kinds.map((kind) => (
            <span key={kind} className={css.key} style={toKindColour(kind)}>
              {searchWords.kinds[kind] ?? kind}
            </span>
          ))
        ) : (
          <span className={look.name}>{toSentence(pointed)}</span>
        )}
      </div>
    </section>
  );
}

interface BoxProps {
  readonly box: Box;
  readonly onEnter: (node: TreeNode) => void;
  readonly onPoint: (node: TreeNode | undefined) => void;
}

/** Approximate width of a character. */
const CHAR_PX = 7;

function MapBox({ box, onEnter, onPoint }: BoxProps) {
  const { node, level } = box.data;
  const { width, height } = toSize(box);
  const padding = hasName(width, height) ? undefined : 0;
  return (
    <Button
      look="own"
      className={node.file === undefined ? css.folder : css.leaf}
      data-level={level}
      style={{ ...toKindColour(box.kind), left: box.x0, top: box.y0, width, height, padding }}
      title={toSentence(node)}
      aria-label={toSentence(node)}
      onClick={() => onEnter(node)}
      onPointerEnter={() => onPoint(node)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(node)}
      onBlur={() => onPoint(undefined)}
    >
      <BoxLabel box={box} />
    </Button>
  );
}

function toSize({ x0, y0, x1, y1 }: Box) {
  return { width: x1 - x0, height: y1 - y0 };
}

function hasName(width: number, height: number): boolean {
  return width >= 32 && height >= 18;
}

/** Shows a label only when it fits: a truncated number is a wrong number. */
function BoxLabel({ box }: { readonly box: Box }) {
  const { node } = box.data;
  const { width, height } = toSize(box);
  const isTall = width < 44 && height > 60 && width > 16;
  if (isTall) return <span className={`${look.cut} ${css.name} ${css.upright}`}>{toShortName(node.name, 60)}</span>;
  if (!hasName(width, height)) return null;
  const tokens = `~${formatCompact(node.tokens)}`;
  const room = width - 14;
  const isBeside = (node.name.length + tokens.length + 1) * CHAR_PX <= room;
  const isBelow = height > 36 && tokens.length * CHAR_PX <= room && node.file !== undefined;
  return (
    <>
      <span className={`${look.cut} ${css.name}`}>{toShortName(node.name, 60)}</span>
      {(isBeside || isBelow) && <span className={css.tokens}>{tokens}</span>}
    </>
  );
}

function toSentence(node: TreeNode): string {
  return `${toShortName(node.path, 300)}: ${words.count.tokensExact(node.tokens)}`;
}

/** A node of the tree and its level: 0 for this folder, 1 for its entries, 2 for entries of its subfolders. */
interface Laid {
  readonly node: TreeNode;
  readonly level: number;
}

/** `kind` is the kind with the most tokens. */
type Box = HierarchyRectangularNode<Laid> & { readonly kind: Kind };

/** Lays out two levels: folders are frames with their name on top, filled with their contents. */
function layOut(here: TreeNode, size: { width: number; height: number }): readonly Box[] {
  if (here.tokens === 0 || size.width === 0) return [];
  const isLeaf = ({ node, level }: Laid) => level === 2 || node.file !== undefined;
  const listInside = ({ node, level }: Laid) =>
    listLargest(node)
      .slice(0, MAX_BOXES)
      .map((child) => ({ node: child, level: level + 1 }));
  // A second-level folder counts all its tokens; a first-level folder counts only the boxes it shows.
  const tree = hierarchy<Laid>({ node: here, level: 0 }, (laid) => (isLeaf(laid) ? undefined : listInside(laid)));
  tree.sum((laid) => (isLeaf(laid) ? laid.node.tokens : 0));
  const lay = treemap<Laid>()
    .size([size.width, size.height])
    .tile(treemapSquarify)
    .paddingInner(2)
    .paddingOuter(2)
    .paddingTop((box) => (box.depth === 1 ? LABEL_PX : 0));
  return lay(tree)
    .descendants()
    .filter((box) => box.depth > 0 && box.x1 - box.x0 > 3 && box.y1 - box.y0 > 3)
    .map((box) => Object.assign(box, { kind: findMainKind(box.data.node) }));
}

const LABEL_PX = 22;

function useSize(frame: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Longest list a reader can scan. */
const MAX_ROWS = 200;

/** The map as numbers: the contents of a folder, largest first. */
function MapTable({ here, onEnter }: { readonly here: TreeNode; readonly onEnter: (node: TreeNode) => void }) {
  const all = listLargest(here);
  const rows = all.slice(0, MAX_ROWS);
  return (
    <div className={css.table}>
      <table className={look.table} aria-label={filesWords.mapTable}>
        <TableHead columns={filesWords.mapColumns} numbers={2} />
        <tbody>
          {rows.map((node) => {
            const kind = findMainKind(node);
            const kindName = searchWords.kinds[kind] ?? kind;
            return (
              <tr key={node.path}>
                <th scope="row">
                  <Button look="link" className={look.name} onClick={() => onEnter(node)}>
                    {toShortName(node.name, 120)}
                    {node.file === undefined && '/'}
                  </Button>
                </th>
                <td>
                  <span className={css.key} style={toKindColour(kind)}>
                    {node.file === undefined ? filesWords.folderOf(kindName) : kindName}
                  </span>
                </td>
                <td className={look.num}>{formatCount(node.tokens)}</td>
                <td className={look.num}>{formatPercent(node.tokens / here.tokens)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > rows.length && <p className={look.note}>{filesWords.mapRest(all.length - rows.length)}</p>}
    </div>
  );
}
