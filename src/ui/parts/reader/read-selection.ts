export interface Selected {
  readonly text: string;
  /** First and last line, if the view shows line numbers. */
  readonly lines: readonly [number, number] | undefined;
}

/** Returns the user's selection inside an element; undefined when it is empty or elsewhere. */
export function readSelection(root: HTMLElement): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const text = selection.toString();
  if (!root.contains(range.commonAncestorContainer) || text.trim() === '') return undefined;
  const first = findLine(range.startContainer);
  const last = findLine(range.endContainer);
  return { text, lines: first === undefined || last === undefined ? undefined : [first, last] };
}

function findLine(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const line = Number(element?.closest<HTMLElement>('[data-n]:not([data-n=""])')?.dataset.n);
  return line > 0 ? line : undefined;
}
