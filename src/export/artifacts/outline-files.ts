import { MAX_READ_CHARS, splitRows } from '../../lib/rows/split-rows.ts';
import type { IndexView } from '../contract.ts';
import { escapeName } from '../text/escape-name.ts';
import { writeFileOutline, writeOutline, writeOutlineHead, writeWarnings } from './write-outline.ts';

/** Room for the first lines of a part. */
const PART_CHARS = MAX_READ_CHARS - 500;

interface Part {
  readonly text: string;
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
 * Writes the outline for a zip: `outline.md`, or an index of that name and its parts, so that no file is longer than a model reads at once. Goes
 * over a long outline twice, so that it is never in memory.
 */
export async function* writeOutlineFiles(view: IndexView, toFile?: ToFile): AsyncGenerator<OutlineFile> {
  const rows: Row[] = [];
  for await (const part of splitOutline(view, toFile)) rows.push({ ...part, text: '', name: toName(rows.length + 1) });
  if (rows.length <= 1 && toFile === undefined) {
    const whole: string[] = [];
    for await (const piece of writeOutline(view)) whole.push(piece);
    const text = whole.join('');
    if (text.length <= MAX_READ_CHARS || rows.length === 0) {
      yield { name: 'outline.md', text };
      return;
    }
  }
  yield* writeIndexes(writeOutlineHead(view, toFile && 'in the file that the heading above it names'), rows);
  let number = 0;
  for await (const { text } of splitOutline(view, toFile)) yield { name: toName(++number), text };
}

type Row = Part & { readonly name: string };

const toName = (number: number): string => `outline/${String(number).padStart(4, '0')}.md`;

/** An index of more parts than one file can list has indexes of its own. */
function* writeIndexes(about: string, rows: readonly Row[]): Generator<OutlineFile> {
  const head = `${about}\nIn parts, by path. Open the part whose range includes the file or folder you want.\n\n`;
  const lists = splitRows(rows, (row) => toRow(row).length, PART_CHARS);
  if (lists.length === 1) {
    yield { name: 'outline.md', text: head + rows.map(toRow).join('') };
    return;
  }
  const groups = lists.map((list, i): Row => {
    const [first, last] = [list[0] as Row, list.at(-1) as Row];
    const files = list.reduce((sum, row) => sum + row.files, 0);
    return { text: '', files, first: first.first, last: last.last, name: `outline/${toIndexName(i)}` };
  });
  yield { name: 'outline.md', text: head + groups.map(toRow).join('') };
  for (const [i, list] of lists.entries()) yield { name: `outline/${toIndexName(i)}`, text: list.map(toRow).join('') };
}

/** Sorts before the parts. */
const toIndexName = (i: number): string => `00-index-${String(i + 1).padStart(3, '0')}.md`;

function toRow({ name, first, last, files }: Row): string {
  return `- \`${name}\`: ${first}${first.startsWith(last) ? '' : ` to ${last}`} (${files} ${files === 1 ? 'file' : 'files'})\n`;
}

async function* splitOutline(view: IndexView, toFile?: ToFile): AsyncGenerator<Part> {
  let open: { texts: string[]; chars: number; first: string; last: string; files: number } | undefined;
  const close = (): Part[] => {
    const done = open === undefined ? [] : [{ ...open, text: `# outline.md, one part\n${open.texts.join('')}` }];
    open = undefined;
    return done;
  };
  for await (const { path, label, text } of writeBlocks(view, toFile)) {
    if (open !== undefined && open.chars + text.length > PART_CHARS) yield* close();
    open ??= { texts: [], chars: 0, first: label, last: path, files: 0 };
    if (open.files === 0 || open.last !== path) open.files++;
    open.texts.push(text);
    open.chars += text.length;
    open.last = path;
  }
  yield* close();
}

interface Block {
  readonly path: string;
  /** The path, with its first line where a file is in several parts. */
  readonly label: string;
  readonly text: string;
}

/** Blocks of lines that belong together, each short enough for a part. Every block of a file begins with its heading. */
async function* writeBlocks(view: IndexView, toFile: ToFile = () => ''): AsyncGenerator<Block> {
  const paths = view.files.map((file) => escapeName(file.path));
  const [first = ''] = paths;
  for (const list of splitRows([...writeWarnings(view)], (line) => line.length, PART_CHARS))
    yield { path: first, label: first, text: list.join('') };
  for (const [index, path] of paths.entries()) {
    const [head = '', ...lines] = await writeFileOutline(view, index);
    const heading = `${head.trimEnd()}${toFile(index)}\n`;
    const lists = splitRows(lines, (line) => line.length, PART_CHARS - heading.length);
    for (const [i, list] of (lists.length === 0 ? [[]] : lists).entries()) {
      const line = i === 0 ? undefined : /\((\d+)-/.exec(list.join(''))?.[1];
      yield { path, label: line === undefined ? path : `${path} from line ${line}`, text: heading + list.join('') };
    }
  }
}
