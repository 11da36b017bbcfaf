import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TreeNode } from '../file-tree.ts';
import { formatCompact, formatCount } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { toVisibleName } from '../visible-text.ts';
import { words } from '../words.ts';

interface Props {
  readonly root: TreeNode;
  readonly onOpen: (path: string) => void;
}

/** More boxes than this are too small to be seen. */
const MAX_BOXES = 120;

/** Where the tokens are: one level at a time; every box is a button, the tree beside it is the table behind it. */
export function TreeMap({ root, onOpen }: Props) {
  const [trail, setTrail] = useState<readonly TreeNode[]>([]);
  const here = trail.at(-1) ?? root;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const boxes = useMemo(() => layOut(here, size), [here, size]);
  const go = (node: TreeNode) => (node.file === undefined ? setTrail([...trail, node]) : onOpen(node.path));
  return (
    <section className="files-pane" aria-label={words.files.mapTitle}>
      <div className="results-head">
        <span className="mono name">{toVisibleName(here.path) || '/'}</span>
        <span>~{words.count.tokens(here.tokens)}</span>
        {trail.length > 0 && (
          <button type="button" className="button" onClick={() => setTrail(trail.slice(0, -1))}>
            <Icon name="back" size={16} />
            {words.files.mapUp}
          </button>
        )}
      </div>
      <div className="treemap" ref={frame}>
        {boxes.map(({ node, x, y, width, height }) => (
          <button
            key={node.path}
            type="button"
            className={node.file === undefined ? '' : 'leaf'}
            style={{ left: x, top: y, width, height, ...(width < 24 || height < 16 ? { padding: 0 } : {}) }}
            title={`${toVisibleName(node.name).slice(0, 200)}: ${formatCount(node.tokens)} tokens`}
            onClick={() => go(node)}
          >
            {width > 48 && height > 20 ? (
              toVisibleName(node.name).slice(0, 60)
            ) : (
              <span className="sr-only">{toVisibleName(node.name).slice(0, 60)}</span>
            )}
            <span className={width > 48 && height > 40 ? 'faint' : 'sr-only'}> ~{formatCompact(node.tokens)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

interface Box {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function layOut(node: TreeNode, size: { width: number; height: number }): readonly Box[] {
  const shown = [...node.children]
    .filter((child) => child.tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, MAX_BOXES);
  if (shown.length === 0 || size.width === 0) return [];
  const tree = hierarchy<{ node?: TreeNode; children?: { node: TreeNode }[] }>({
    children: shown.map((child) => ({ node: child })),
  }).sum((box) => box.node?.tokens ?? 0);
  const laid = treemap<{ node?: TreeNode; children?: { node: TreeNode }[] }>()
    .size([size.width, size.height])
    .tile(treemapSquarify)(tree);
  return laid
    .leaves()
    .flatMap(({ data, x0, y0, x1, y1 }) =>
      data.node === undefined ? [] : [{ node: data.node, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }],
    );
}

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
