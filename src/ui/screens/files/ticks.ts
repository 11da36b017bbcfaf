import { eachFile, type TreeNode } from './build-tree.ts';

type Named = { readonly path: string };

/** The files that ticks stand for: a tick that ends in a slash is one of a folder, with all in it. */
export function expandTicks(ticks: readonly string[], files: readonly Named[]): ReadonlySet<string> {
  const ticked = new Set(ticks);
  if (ticked.size === 0) return ticked;
  return new Set(files.filter(({ path }) => isTicked(ticked, path)).map(({ path }) => path));
}

interface Toggle {
  readonly ticks: readonly string[];
  readonly node: TreeNode;
  /** All of the collection, also what a filter hides. */
  readonly files: readonly Named[];
  /** The tree shows everything, so a tick of a folder is one of the folder and not of what is shown of it. */
  readonly isWhole: boolean;
}

/** A folder that is not ticked through and through gets ticked, one that is gets unticked. */
export function toggleTick({ ticks, node, files, isWhole }: Toggle): string[] {
  const own = [...eachFile(node)].map(({ path }) => path);
  const ticked = new Set(ticks);
  if (own.every((path) => isTicked(ticked, path))) return untick(ticks, new Set(own), files);
  if (node.file !== undefined || !isWhole) return [...ticks, ...own.filter((path) => !isTicked(ticked, path))];
  return [...ticks.filter((path) => !path.startsWith(node.path)), node.path];
}

/** A folder that loses a file is replaced by what else is in it. */
function untick(ticks: readonly string[], gone: ReadonlySet<string>, files: readonly Named[]): string[] {
  return ticks.flatMap((tick) => {
    if (!tick.endsWith('/')) return gone.has(tick) ? [] : [tick];
    const inside = files.filter(({ path }) => path.startsWith(tick));
    return inside.some(({ path }) => gone.has(path)) ? listWithout(tick, inside, gone) : [tick];
  });
}

/** Folders as long as nothing in them goes. */
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

function isTicked(ticks: ReadonlySet<string>, path: string): boolean {
  if (ticks.has(path)) return true;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (ticks.has(path.slice(0, slash + 1))) return true;
  return false;
}
