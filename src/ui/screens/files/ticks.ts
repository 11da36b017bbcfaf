import { isTicked } from '../../../selection/scope.ts';
import { eachFile, type TreeNode } from './build-tree.ts';

type Named = { readonly path: string };

/** Expands ticks to files; a tick that ends in a slash means a folder and everything in it. */
export function expandTicks(ticks: readonly string[], files: readonly Named[]): ReadonlySet<string> {
  const ticked = new Set(ticks);
  if (ticked.size === 0) return ticked;
  return new Set(files.filter(({ path }) => isTicked(ticked, path)).map(({ path }) => path));
}

interface Toggle {
  readonly ticks: readonly string[];
  readonly node: TreeNode;
  /** All files of the collection, including those a filter hides. */
  readonly files: readonly Named[];
  /** True when the tree is unfiltered, so that a ticked folder includes hidden and future files. */
  readonly isWhole: boolean;
}

/** Ticks a folder unless all of it is ticked; otherwise unticks it. */
export function toggleTick({ ticks, node, files, isWhole }: Toggle): string[] {
  const own = [...eachFile(node)].map(({ path }) => path);
  const ticked = new Set(ticks);
  if (own.every((path) => isTicked(ticked, path))) return untick(ticks, new Set(own), files);
  if (node.file !== undefined || !isWhole) return [...ticks, ...own.filter((path) => !isTicked(ticked, path))];
  return [...ticks.filter((path) => !path.startsWith(node.path)), node.path];
}

/** Replaces a folder that loses a file by the rest of its contents. */
function untick(ticks: readonly string[], gone: ReadonlySet<string>, files: readonly Named[]): string[] {
  return ticks.flatMap((tick) => {
    if (!tick.endsWith('/')) return gone.has(tick) ? [] : [tick];
    const inside = files.filter(({ path }) => path.startsWith(tick));
    return inside.some(({ path }) => gone.has(path)) ? listWithout(tick, inside, gone) : [tick];
  });
}

/** Keeps folders whole where possible. */
function listWithout(folder: string, files: readonly Named[], gone: ReadonlySet<string>): string[] {
  const children = new Map<string, Named[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/', folder.length);
    const child = slash < 0 ? file.path : file.path.slice(0, slash + 1);
    const own = children.get(child);
    if (own === undefined) children.set(child, [file]);
    else own.push(file);
  }
  return [...children].flatMap(([child, own]) => {
    const left = own.filter(({ path }) => !gone.has(path));
    if (left.length === own.length) return [child];
    return left.length === 0 || !child.endsWith('/') ? [] : listWithout(child, own, gone);
  });
}
