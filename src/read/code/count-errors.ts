import type { Node } from 'web-tree-sitter';

/** More are not told apart: the walk must not take longer than the parse. */
const MAX_ERRORS = 1_000;

/** Places where the parser did not know how to go on. Only what holds one is looked into. */
export function countErrors(root: Node): number {
  let errors = 0;
  const open = [root];
  for (let node = open.pop(); node && errors < MAX_ERRORS; node = open.pop()) {
    if (!node.hasError) continue;
    if (node.isError || node.isMissing) errors++;
    open.push(...node.children);
  }
  return errors;
}
