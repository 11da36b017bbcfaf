import type { Mutable } from '../../../lib/mutable.ts';
import type { FileRow, FileWithoutText } from '../../../model/chunk.ts';
import type { Kind } from '../../../model/kind.ts';
import { countSkips, isFailedSkip, type Skip } from '../../../model/skip.ts';
import { isFailedWarning, UNREAD_MESSAGE, type Warning } from '../../../model/warning.ts';
import { isTicked } from '../../../selection/scope.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';
import { filesWords } from '../../words/library.ts';

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
    leaf.tokens = file.tokenTotal;
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
  for (const { kind, tokenTotal } of eachFile(node)) tokens.set(kind, (tokens.get(kind) ?? 0) + tokenTotal);
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

/** The lists that the numbers of a summary link to. */
export const SHOWS = ['all', 'waiting', 'without-text', 'skipped', 'failed'] as const;
export type Show = (typeof SHOWS)[number];

export function parseShow(text: string | undefined): Show {
  return SHOWS.find((show) => show === text) ?? 'all';
}

export function countShown(listing: FileListing): Readonly<Record<Show, number>> {
  const { files, withoutText, skips } = listing;
  const waiting = withoutText.filter(isWaiting).length;
  const { skipped, failed } = countSkips(skips, warningsOfOthers(listing));
  return { all: files.length, waiting, 'without-text': withoutText.length - waiting, skipped, failed };
}

function isWaiting({ reason }: FileWithoutText): boolean {
  return reason === 'incomplete';
}

/** Lists the warnings about other files: a damaged document counts as a file without text, one that was read in part as a file with text. */
function warningsOfOthers({ files, withoutText, warnings }: Omit<FileListing, 'skips'>) {
  const counted = new Set(withoutText.map(({ path }) => path));
  const read = new Set(files.map(({ path }) => path));
  const isPart = ({ path, code, message }: Warning) =>
    code === 'unreadable' && message !== UNREAD_MESSAGE && read.has(path);
  return warnings.filter((warning) => !counted.has(warning.path) && !isPart(warning));
}

export function toTree(
  listing: FileListing | undefined,
  { filterText, sort, show }: { readonly filterText: string; readonly sort: TreeSort; readonly show: Show },
): TreeNode {
  const pick = <T extends { readonly path: string }>(items: readonly T[] | undefined, own: Show): readonly T[] =>
    items === undefined || (show !== 'all' && show !== own)
      ? []
      : items.filter(({ path }) => filterText === '' || path.toLowerCase().includes(filterText));
  const items = {
    files: pick(listing?.files, 'all'),
    withoutText: [
      ...pick(listing?.withoutText.filter(isWaiting), 'waiting'),
      ...pick(
        listing?.withoutText.filter((file) => !isWaiting(file)),
        'without-text',
      ),
    ],
    skips: pick(listing?.skips, 'skipped').filter((skip) => show === 'all' || !isFailedSkip(skip)),
  };
  return buildTree(items, sort);
}

/** Lists paths that could not be read: some have a skip, some a warning. */
export function listFailures(listing: FileListing): readonly Warning[] {
  return [...listing.skips.filter(isFailedSkip).map(toWarning), ...warningsOfOthers(listing).filter(isFailedWarning)];
}

function toWarning({ path, reason }: Skip): Warning {
  return { path, code: 'unreadable', message: filesWords.failures[reason] ?? filesWords.failures.unreadable };
}

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

export interface FileListing {
  /** Files with text. */
  readonly files: readonly FileRow[];
  readonly withoutText: readonly FileWithoutText[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/** Loads the files, again after each commit. */
export function useListing(collectionId: string): FileListing | undefined {
  const { engine } = useApp().connection;
  const load = async (): Promise<FileListing> => {
    const [all, withoutText, skips, warnings] = await Promise.all([
      engine.listFiles(collectionId),
      engine.listWithoutText(collectionId),
      engine.listSkips(collectionId),
      engine.listWarnings(collectionId),
    ]);
    return { files: all.filter((file) => file.chunkCount > 0), withoutText, skips, warnings };
  };
  return useLoaded(load, [engine, collectionId], { version: useCommits(collectionId) }).value;
}
