import type { Mutable } from '../../lib/mutable.ts';
import { MAX_READ_CHARS, splitRows } from '../../lib/rows/split-rows.ts';
import type { IndexView } from '../contract.ts';
import { escapeName } from '../text/hidden-text.ts';
import { writeFileOutline, writeOutline, writeOutlineHead, writeWarnings } from './write-outline.ts';

/** Room for the first lines of a part. */
const PART_CHARS = MAX_READ_CHARS - 500;

/** A part of a long outline: the blocks in it, and the files they are about. */
interface Part {
  readonly name: string;
  readonly blocks: number;
  readonly files: number;
  readonly first: string;
  readonly last: string;
}

/** Returns what the heading of a file says about where its text is. */
type ToFile = (fileIndex: number) => string;

export interface OutlineFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes the outline for a zip: `outline.md`, and further parts if it is longer than a model reads at once. The first part is `outline.md` itself and
 * lists the others. Goes over a long outline twice, so that it is never in memory.
 */
export async function* writeOutlineFiles(view: IndexView, toFile?: ToFile): AsyncGenerator<OutlineFile> {
  const blocks: BlockFacts[] = [];
  let chars = 0;
  for await (const { path, label, heading, text } of writeBlocks(view, toFile)) {
    blocks.push({ path, label, chars: heading.length + text.length });
    chars += heading.length + text.length;
  }
  if (chars <= PART_CHARS && toFile === undefined) {
    const whole: string[] = [];
    for await (const piece of writeOutline(view)) whole.push(piece);
    const text = whole.join('');
    if (text.length <= MAX_READ_CHARS || blocks.length === 0) {
      yield { name: 'outline.md', text };
      return;
    }
  }
  const head = writeOutlineHead(view, toFile && 'in the file that the heading above it names');
  const { parts, list, indexes } = planParts(head, blocks);
  let at = 0;
  let left = 0;
  let text = '';
  let heading = '';
  for await (const block of writeBlocks(view, toFile)) {
    const part = parts[at] as Part;
    if (left === 0) [left, text, heading] = [part.blocks, at === 0 ? head + list : '# outline.md, one part\n', ''];
    text += (block.heading === heading ? '' : block.heading) + block.text;
    heading = block.heading;
    if (--left > 0) continue;
    yield { name: part.name, text };
    if (at++ === 0) yield* indexes;
  }
}

type BlockFacts = Pick<Block, 'path' | 'label'> & { readonly chars: number };

interface Plan {
  readonly parts: readonly Part[];
  /** Names the parts after the first one, or the indexes that name them. */
  readonly list: string;
  readonly indexes: readonly OutlineFile[];
}

/** The first part has room for what the list leaves; a shorter first part may make the list longer, so it is planned until that ends. */
function planParts(head: string, blocks: readonly BlockFacts[]): Plan {
  let room = PART_CHARS - head.length;
  for (;;) {
    const parts = group(blocks, room);
    const { list, indexes } = listParts(parts.slice(1));
    const next = PART_CHARS - head.length - list.length;
    if (room <= next) return { parts, list, indexes };
    room = Math.min(next, room - 1);
  }
}

function group(blocks: readonly BlockFacts[], firstRoom: number): Part[] {
  const parts: (Mutable<Part> & { room: number })[] = [];
  for (const { path, label, chars } of blocks) {
    let part = parts.at(-1);
    if (part === undefined || part.room < chars) {
      const name = parts.length === 0 ? 'outline.md' : `outline/${String(parts.length + 1).padStart(4, '0')}.md`;
      part = { name, blocks: 0, files: 0, first: label, last: '', room: parts.length === 0 ? firstRoom : PART_CHARS };
      parts.push(part);
    }
    if (part.last !== path) part.files++;
    part.last = path;
    part.room -= chars;
    part.blocks++;
  }
  return parts;
}

/** More parts than half a file can list have indexes of their own. */
function listParts(parts: readonly Part[]): Pick<Plan, 'list' | 'indexes'> {
  if (parts.length === 0) return { list: '', indexes: [] };
  const lists = splitRows(parts, (part) => toRow(part).length, PART_CHARS / 2);
  const indexes =
    lists.length === 1 ? [] : lists.map((rows, i) => ({ name: toIndexName(i), text: rows.map(toRow).join('') }));
  const rows = lists.length === 1 ? parts.map(toRow) : lists.map((list, i) => toRow(join(list, toIndexName(i))));
  return { list: `\nIn parts, by path: this is the first one. The others:\n\n${rows.join('')}`, indexes };
}

/** Sorts before the parts. */
const toIndexName = (i: number): string => `outline/00-index-${String(i + 1).padStart(3, '0')}.md`;

function join(parts: readonly Part[], name: string): Part {
  const [first, last] = [parts[0] as Part, parts.at(-1) as Part];
  const sum = (field: 'files' | 'blocks'): number => parts.reduce((all, part) => all + part[field], 0);
  return { name, first: first.first, last: last.last, files: sum('files'), blocks: sum('blocks') };
}

function toRow({ name, first, last, files }: Part): string {
  return `- \`${name}\`: ${first}${first.startsWith(last) ? '' : ` to ${last}`} (${files} ${files === 1 ? 'file' : 'files'})\n`;
}

interface Block {
  readonly path: string;
  /** The path, with its first line where a file is in several parts. */
  readonly label: string;
  /** Heading of the file; once in each part. */
  readonly heading: string;
  readonly text: string;
}

/** A long file has several blocks, so that its first lines fit below the list of parts. */
const BLOCK_CHARS = PART_CHARS / 4;

/** Blocks of lines that belong together. */
async function* writeBlocks(view: IndexView, toFile: ToFile = () => ''): AsyncGenerator<Block> {
  const paths = view.files.map((file) => escapeName(file.path));
  const [first = ''] = paths;
  for (const list of splitRows([...writeWarnings(view)], (line) => line.length, BLOCK_CHARS))
    yield { path: first, label: first, heading: '', text: list.join('') };
  for (const [index, path] of paths.entries()) {
    const [head = '', ...lines] = await writeFileOutline(view, index);
    const heading = `${head.trimEnd()}${toFile(index)}\n`;
    const lists = splitRows(lines, (line) => line.length, BLOCK_CHARS - heading.length);
    for (const [i, list] of (lists.length === 0 ? [[]] : lists).entries()) {
      const line = i === 0 ? undefined : /\((\d+)-/.exec(list.join(''))?.[1];
      yield { path, label: line === undefined ? path : `${path} from line ${line}`, heading, text: list.join('') };
    }
  }
}
