import type { PageLine } from './page-lines.ts';

/** Lines that follow each other closely, as one piece of the page. */
interface Block {
  readonly lines: PageLine[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pages with more pieces than this are drawings or tables; they stay in the order they are written. */
const MAX_BLOCKS = 250;

/**
 * Lines in the order they are read. What is above something comes before it, and so does a column to its left, unless a line across both stands between
 * them (Breuel 2003). Where that says nothing, the order they are written in counts.
 */
export function toReadingOrder(lines: readonly PageLine[]): PageLine[] {
  const blocks = toBlocks(lines);
  if (blocks.length < 2 || blocks.length > MAX_BLOCKS) return [...lines];
  // A page that is read from the right has its first column there.
  if (isFromRight(lines)) for (const block of blocks) [block.left, block.right] = [-block.right, -block.left];
  return sortBlocks(blocks).flatMap((block) => block.lines);
}

function isFromRight(lines: readonly PageLine[]): boolean {
  let difference = 0;
  for (const { text } of lines) {
    difference += text.match(/[\u0590-\u08ff]/g)?.length ?? 0;
    difference -= text.match(/[A-Za-z\u00c0-\u058f]/g)?.length ?? 0;
  }
  return difference > 0;
}

function toBlocks(lines: readonly PageLine[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    const top = line.y - line.height;
    if (open && follows(open, line)) {
      open.lines.push(line);
      open.left = Math.min(open.left, line.x);
      open.right = Math.max(open.right, line.right);
      open.bottom = Math.max(open.bottom, line.y);
    } else blocks.push({ lines: [line], left: line.x, right: line.right, top, bottom: line.y });
  }
  return blocks;
}

function follows(block: Block, line: PageLine): boolean {
  const above = block.lines.at(-1) as PageLine;
  const distance = line.y - above.y;
  const isNear = distance > 0 && distance < Math.max(above.height, line.height) * 2.2;
  return isNear && line.x < block.right && line.right > block.left;
}

/** Always the earliest block that no other one must precede. A circle is broken at its first block. */
function sortBlocks(blocks: readonly Block[]): Block[] {
  const count = blocks.length;
  const waiting = blocks.map((block) => blocks.map((other) => other !== block && precedes(other, block, blocks)));
  const isDone = new Array<boolean>(count).fill(false);
  const sorted: Block[] = [];
  while (sorted.length < count) {
    let next = -1;
    for (let i = 0; i < count && next < 0; i++) {
      const isFree = !isDone[i] && !(waiting[i] as boolean[]).some((waits, other) => waits && !isDone[other]);
      if (isFree) next = i;
    }
    if (next < 0) next = isDone.indexOf(false);
    isDone[next] = true;
    sorted.push(blocks[next] as Block);
  }
  return sorted;
}

function precedes(one: Block, other: Block, blocks: readonly Block[]): boolean {
  if (overlapsAcross(one, other)) return one.top < other.top;
  if (one.left > other.left) return false;
  const from = Math.min(one.top, other.top);
  const to = Math.max(one.bottom, other.bottom);
  return !blocks.some(
    (between) =>
      between !== one &&
      between !== other &&
      between.top > from &&
      between.bottom < to &&
      overlapsAcross(between, one) &&
      overlapsAcross(between, other),
  );
}

function overlapsAcross(one: Block, other: Block): boolean {
  return one.left < other.right && other.left < one.right;
}
