import type { Node } from 'web-tree-sitter';

/** Counting stops here: the walk must not take longer than the parse. */
const MAX_ERRORS = 1_000;

/** Counts the places where the parser failed. Descends only into nodes that contain an error. */
export function countErrors(root: Node): number {
  let errors = 0;
  const open = [root];
  for (let node = open.pop(); node && errors < MAX_ERRORS; node = open.pop()) {
    if (!node.hasError) continue;
    if (node.isError || node.isMissing) errors++;
    for (const child of node.children) open.push(child);
  }
  return errors;
}
