import type { Node } from 'web-tree-sitter';

/** Nodes whose children may be items, and wrappers of macro calls. */
const AROUND = new Set(['mod_item', 'impl_item', 'trait_item', 'foreign_mod_item', 'declaration_list', 'ERROR']);
const MAX_DEPTH = 16;
/** The beginning of an item; other macros hold expressions or rules of their own. */
const ITEM =
  /^\s*(?:pub\b|(?:(?:async|const|unsafe|extern(?:\s*"\w*")?)\s+)*fn\s|(?:struct|enum|union|trait|impl|mod|type|static|const|use)\b|macro_rules!)/m;

/**
 * The grammar of Rust sees tokens, not items, between the braces of `cfg_net! { … }`. Returns the text with the name and the braces of such calls
 * blanked out, so that every row stays where it was; undefined if no call holds items.
 */
export function openMacros(root: Node, text: string): string | undefined {
  const opened: Opened[] = [];
  collectCalls(root, 0, text, opened);
  if (opened.length === 0) return undefined;
  let shown = '';
  let at = 0;
  for (const { start, end, kept } of opened) {
    shown += text.slice(at, start);
    at = start;
    for (const [from, to] of kept) {
      shown += toBlanks(text.slice(at, from)) + text.slice(from, to).replace(STATIC_REF, '$1   ');
      at = to;
    }
    shown += toBlanks(text.slice(at, end));
    at = end;
  }
  return shown + text.slice(at);
}

/** `static ref NAME: Type = …;` of `lazy_static!`. */
const STATIC_REF = /^(\s*(?:pub(?:\([^)]*\))?\s+)?static\s+)ref(?=\s)/gm;

interface Opened {
  readonly start: number;
  readonly end: number;
  readonly kept: readonly (readonly [from: number, to: number])[];
}

function collectCalls(parent: Node, depth: number, text: string, found: Opened[]): void {
  if (depth > MAX_DEPTH) return;
  for (const child of parent.namedChildren) {
    const node = child.type === 'expression_statement' ? (child.namedChild(0) ?? child) : child;
    if (AROUND.has(node.type)) collectCalls(node, depth + 1, text, found);
    if (node.type !== 'macro_invocation') continue;
    const body = node.namedChildren.find(({ type }) => type === 'token_tree');
    if (body === undefined || text[body.startIndex] !== '{') continue;
    const blocks = node.childForFieldName('macro')?.text.endsWith('cfg_if') ? branchesOf(body, text) : [body];
    const kept = blocks.map(({ startIndex, endIndex }) => [startIndex + 1, endIndex - 1] as const);
    if (kept.some(([from, to]) => ITEM.test(text.slice(from, to))))
      found.push({ start: node.startIndex, end: node.endIndex, kept });
  }
}

/** `if #[cfg(unix)] { … } else { … }` */
function branchesOf(body: Node, text: string): Node[] {
  return body.namedChildren.filter(({ type, startIndex }) => type === 'token_tree' && text[startIndex] === '{');
}

function toBlanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
