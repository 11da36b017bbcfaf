import { NOTE_LIMITS, type PlacedNote, type TextQuote } from '../../../model/outputs/note.ts';
import { createQuoteFinder } from '../../../places/find-quote.ts';

/** The text on screen, without what is only drawn, and its nodes. */
interface ShownText {
  readonly text: string;
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, div';

function readShown(roots: readonly Element[]): ShownText {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null | undefined;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement;
      // A formula is in the text as it is written, too.
      if (parent?.closest('math') != null) continue;
      const own = parent?.closest(BLOCKS);
      if (own !== block && text !== '') text += '\n';
      block = own;
      nodes.push({ node, start: text.length });
      text += node.data;
    }
  }
  return { text, nodes };
}

/** Returns the selected text of an element with what is around it; undefined if nothing is selected there, or too much. */
export function readQuote(root: Element): { readonly quote: TextQuote; readonly range: Range } | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return undefined;
  const { text, nodes } = readShown([root]);
  const inside = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = first.start + (first.node === range.startContainer ? range.startOffset : 0);
  const to = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length);
  const exact = text.slice(from, to).trim();
  if (exact === '' || exact.length > NOTE_LIMITS.maxQuoteChars) return undefined;
  const start = text.indexOf(exact, from);
  const end = start + exact.length;
  const { contextChars } = NOTE_LIMITS;
  const prefix = text.slice(Math.max(0, start - contextChars), start);
  return { quote: { exact, prefix, suffix: text.slice(end, end + contextChars) }, range };
}

/** Finds a note in the chunks that have it, as far as they are rendered. */
export function findRange(root: Element, { quote, place }: PlacedNote): Range | undefined {
  const blocks = (place?.refs ?? []).map((ref) => root.querySelector(`[data-ref="${CSS.escape(ref)}"]`));
  const { text, nodes } = readShown(blocks.filter((block) => block !== null));
  const [start, end] = createQuoteFinder(text)(quote) ?? [];
  const first = nodes.findLast((one) => one.start <= (start ?? -1));
  const last = nodes.findLast((one) => one.start < (end ?? 0));
  if (start === undefined || end === undefined || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.min(first.node.length, start - first.start));
  range.setEnd(last.node, Math.min(last.node.length, end - last.start));
  return range;
}
