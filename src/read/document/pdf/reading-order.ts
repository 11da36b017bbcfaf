import type { DocumentBudget } from '../document-budget.ts';
import type { PageLine } from './page-lines.ts';

/** Closely spaced lines, treated as one block of the page. */
interface Block {
  readonly lines: PageLine[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pages with more blocks than this are drawings or tables; they keep the order they were written in. */
const MAX_BLOCKS = 250;

/**
 * Sorts lines into reading order. A block comes before the ones below it, and a column before the one to its right, unless a line across both
 * separates them (Breuel 2003). Where these rules do not decide, the written order counts.
 */
export function toReadingOrder(lines: readonly PageLine[], budget: DocumentBudget): PageLine[] {
  const blocks = toBlocks(lines);
  if (blocks.length < 2 || blocks.length > MAX_BLOCKS) return [...lines];
  // A right-to-left page has its first column on the right.
  if (isFromRight(lines)) for (const block of blocks) [block.left, block.right] = [-block.right, -block.left];
  return sortBlocks(blocks, budget).flatMap((block) => block.lines);
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

interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly budget: DocumentBudget;
}

/** Takes the earliest block that no other one must precede. Breaks a cycle at its first block. */
function sortBlocks(blocks: readonly Block[], budget: DocumentBudget): Block[] {
  const count = blocks.length;
  const waiting = blocks.map((block) =>
    blocks.map((other) => other !== block && precedes(other, block, { blocks, budget })),
  );
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

function precedes(one: Block, other: Block, { blocks, budget }: PageBlocks): boolean {
  if (overlapsAcross(one, other)) return one.top < other.top;
  if (one.left > other.left) return false;
  budget.spend('steps', blocks.length);
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
