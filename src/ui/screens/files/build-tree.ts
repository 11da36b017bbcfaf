import type { Mutable } from '../../../lib/mutable.ts';
import type { FileRow, FileWithoutText } from '../../../model/chunk.ts';
import type { Kind } from '../../../model/kind.ts';
import type { Skip } from '../../../model/skip.ts';
import type { FileListing } from './use-listing.ts';

export type TreeSort = 'name' | 'tokens' | 'size';

export interface TreeNode {
  /** Path; folders end in `/`, the root is empty. */
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly file?: FileRow;
  readonly withoutText?: FileWithoutText;
  readonly skip?: Skip;
  readonly children: readonly TreeNode[];
  readonly files: number;
  readonly tokens: number;
  readonly bytes: number;
}

interface Draft extends Mutable<TreeNode> {
  children: Draft[];
  folders: Map<string, Draft>;
}

/** Only files with text count, and only they can be ticked. */
type TreeItems = Omit<FileListing, 'warnings'>;

/** Builds one tree of files and skipped paths. A folder with a single folder inside shares its row. */
export function buildTree({ files, withoutText, skips }: TreeItems, sort: TreeSort): TreeNode {
  const root = toDraft('', '', 0);
  for (const file of files) {
    const leaf = addLeaf(root, file.path);
    leaf.file = file;
    leaf.files = 1;
    leaf.tokens = file.token_total;
    leaf.bytes = file.bytes;
  }
  for (const file of withoutText) addLeaf(root, file.path).withoutText = file;
  for (const skip of skips) addLeaf(root, skip.path.replace(/\/$/, '')).skip = skip;
  return finish(root, sort);
}

/** Lists the visible rows: the children of open folders, depth first, without recursion over deep trees. */
export function listRows(root: TreeNode, isOpen: (node: TreeNode) => boolean): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: TreeRow[] = toRows(root, 1).reverse();
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    if (row.node.children.length === 0 || !isOpen(row.node)) continue;
    for (const child of toRows(row.node, row.level + 1).reverse()) stack.push(child);
  }
  return rows;
}

/** Lists the folders that contain a path, outermost first. */
export function findFolders(root: TreeNode, path: string): readonly TreeNode[] {
  const folders: TreeNode[] = [];
  for (let node: TreeNode | undefined = root; node !== undefined; ) {
    node = node.children.find((child) => child.path.endsWith('/') && path.startsWith(child.path));
    if (node !== undefined) folders.push(node);
  }
  return folders;
}

/** Lists the children that have tokens, largest first. */
export function listLargest({ children }: TreeNode): TreeNode[] {
  return children.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
}

/** Returns the kind with the most tokens. */
export function findMainKind(node: TreeNode): Kind {
  const tokens = new Map<Kind, number>();
  for (const { kind, token_total } of eachFile(node)) tokens.set(kind, (tokens.get(kind) ?? 0) + token_total);
  let best: Kind = 'unknown';
  for (const [kind, count] of tokens) if (count > (tokens.get(best) ?? -1)) best = kind;
  return best;
}

export interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  readonly position: number;
  readonly size: number;
  readonly parent: string;
}

function toRows(node: TreeNode, level: number): TreeRow[] {
  const size = node.children.length;
  return node.children.map((child, i) => ({ node: child, level, position: i + 1, size, parent: node.path }));
}

export type Ticked = 'true' | 'mixed' | 'false';

/** A folder is ticked when all its files are, and mixed when some are. Skipped paths do not count. */
export function toTicked(node: TreeNode, selected: ReadonlySet<string>): Ticked {
  if (node.file !== undefined) return selected.has(node.path) ? 'true' : 'false';
  if (selected.size === 0) return 'false';
  const states = new Set<Ticked>();
  for (const { path } of eachFile(node)) if (states.add(selected.has(path) ? 'true' : 'false').size > 1) return 'mixed';
  return states.has('true') ? 'true' : 'false';
}

export function* eachFile(node: TreeNode): Generator<FileRow> {
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.file !== undefined) yield next.file;
    for (const child of next.children) stack.push(child);
  }
}

function toDraft(path: string, name: string, level: number): Draft {
  return { path, name, level, children: [], folders: new Map(), files: 0, tokens: 0, bytes: 0 };
}

function addLeaf(root: Draft, path: string): Draft {
  const segments = path.split('/');
  const name = segments.pop() ?? path;
  let folder = root;
  for (const segment of segments) {
    let next = folder.folders.get(segment);
    if (next === undefined) {
      next = toDraft(`${folder.path}${segment}/`, segment, folder.level + 1);
      folder.folders.set(segment, next);
      folder.children.push(next);
    }
    folder = next;
  }
  const leaf = toDraft(path, name, folder.level + 1);
  folder.children.push(leaf);
  return leaf;
}

/** Adds up and sorts from the leaves; uses an explicit stack, because a path may have ten thousand segments. */
function finish(root: Draft, sort: TreeSort): TreeNode {
  const order: Draft[] = [];
  const stack = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    order.push(next);
    for (const child of next.children) stack.push(child);
  }
  for (const draft of order.reverse()) {
    for (const child of draft.children) {
      draft.files += child.files;
      draft.tokens += child.tokens;
      draft.bytes += child.bytes;
    }
    draft.children = draft.children.map(joinSingle).sort(toOrder(sort));
  }
  return root;
}

function joinSingle(draft: Draft): Draft {
  const only = draft.children.length === 1 ? draft.children[0] : undefined;
  const isChain = draft.folders.size === 1 && only !== undefined && only.children.length > 0;
  return isChain ? { ...only, name: `${draft.name}/${only.name}`, level: draft.level } : draft;
}

function toOrder(sort: TreeSort): (a: Draft, b: Draft) => number {
  const byName = (a: Draft, b: Draft) => Number(isLeaf(a)) - Number(isLeaf(b)) || compare(a.name, b.name);
  if (sort === 'name') return byName;
  const key = sort === 'tokens' ? 'tokens' : 'bytes';
  return (a, b) => b[key] - a[key] || byName(a, b);
}

function isLeaf({ file, withoutText, skip }: Draft): boolean {
  return file !== undefined || withoutText !== undefined || skip?.isDirectory === false;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
