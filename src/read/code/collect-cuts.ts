import type { Node } from 'web-tree-sitter';
import type { Cut } from '../../model/cut.ts';
import type { Declaration, OutlineRules, Place } from './outline-rules.ts';

/** The walk stops at this depth: real code doesn't nest declarations deeper, and the walk must not exhaust the stack [E4]. */
const MAX_DEPTH = 48;

/** Rows of comments that were adjacent before the comments between them were hidden. */
type Joins = ReadonlyMap<number, number>;
const NO_JOINS: Joins = new Map();

const CLASS_LIKE: ReadonlySet<string> = new Set(['class', 'interface', 'enum']);

/** Collects the declarations of a syntax tree in document order. Only nodes that may hold one become JavaScript objects. */
export function collectCuts(root: Node, rules: OutlineRules, joins: Joins = NO_JOINS): readonly Cut[] {
  const collector = new Collector({ rules, joins, exported: rules.findExported?.(root) ?? new Set() });
  collector.visit(root, { prefix: '', level: 1, depth: 0, inClass: false });
  return collector.cuts;
}

interface Scope {
  readonly prefix: string;
  readonly level: number;
  readonly depth: number;
  readonly inClass: boolean;
}

class Collector {
  readonly cuts: Cut[] = [];
  readonly #rules: OutlineRules;
  readonly #joins: Joins;
  readonly #exported: ReadonlySet<string>;
  readonly #constants = new Set<string>();

  constructor({ rules, joins, exported }: { rules: OutlineRules; joins: Joins; exported: ReadonlySet<string> }) {
    this.#rules = rules;
    this.#joins = joins;
    this.#exported = exported;
  }

  visit(parent: Node, scope: Scope): void {
    if (scope.depth > MAX_DEPTH) return;
    const { leading, isLeading, through } = this.#rules;
    /** First row of the comments and attributes that precede a declaration, or -1. */
    let leadRow = -1;
    /** The row where a node must begin to continue them. */
    let leadNextRow = -1;
    let lastEndRow = -1;
    for (const node of parent.children) {
      const startRow = node.startPosition.row;
      if (leading.has(node.type) || isLeading?.(node)) {
        if (startRow === lastEndRow) continue;
        if (leadRow < 0 || startRow > leadNextRow) leadRow = startRow;
        const endRow = endRowOf(node);
        leadNextRow = this.#joins.get(endRow) ?? endRow + 1;
        continue;
      }
      const from = leadRow >= 0 && startRow <= leadNextRow ? leadRow : startRow;
      leadRow = -1;
      if (!node.isNamed) {
        if (node.type === '{' || node.type === ';') lastEndRow = startRow;
        continue;
      }
      // An ERROR node may still hold complete declarations.
      const isThrough = through.has(node.type) || node.type === 'ERROR';
      const inner = isThrough ? node : this.#rules.findWrapped?.(node, scope.level);
      if (inner) this.visit(inner, { ...scope, depth: scope.depth + 1 });
      else this.#declare(node, { node, fromRow: from }, scope);
      lastEndRow = endRowOf(node);
    }
  }

  /** `outer` is the outermost wrapper: its range is the declaration's. */
  #declare(node: Node, outer: Outer, scope: Scope): void {
    const { declarations, wrappers } = this.#rules;
    const place: Place = { inClass: scope.inClass, isTopLevel: scope.level === 1, exported: this.#exported };
    const found = declarations.get(node.type)?.(node, place) ?? [];
    for (const declaration of found) this.#add(declaration, outer, scope);
    if (found.length > 0 || !wrappers.has(node.type)) return;
    this.#unwrap(node, outer, { ...scope, depth: scope.depth + 1 });
  }

  #unwrap(wrapper: Node, outer: Outer, scope: Scope): void {
    if (scope.depth > MAX_DEPTH) return;
    const { through, declarations, wrappers } = this.#rules;
    const inner = wrapper.namedChildren.filter((child) => declarations.has(child.type) || wrappers.has(child.type));
    // Grouped declarations (`type ( … )` in Go) each have their own range and comments.
    if (inner.length > 1) {
      this.visit(wrapper, scope);
      return;
    }
    for (const child of inner) this.#declare(child, outer, scope);
    for (const child of wrapper.namedChildren) if (through.has(child.type)) this.visit(child, scope);
  }

  #add(declaration: Declaration, outer: Outer, scope: Scope): void {
    const name = scope.prefix === '' ? declaration.name : `${scope.prefix}.${declaration.name}`;
    const isOnce = declaration.isSoft || declaration.what === 'field';
    if (isOnce && this.#constants.has(name)) return;
    if (isOnce) this.#constants.add(name);
    const ownRow = symbolRowOf(outer.node, this.#rules);
    const startRow = declaration.at?.startPosition.row ?? ownRow;
    const endRow = startRow > ownRow ? startRow : endRowOf(declaration.end ?? outer.node);
    const last = this.cuts.at(-1);
    if (declaration.isClause && last?.name === name && last.what === declaration.what && outer.fromRow === startRow) {
      this.cuts[this.cuts.length - 1] = { ...last, endLine: endRow + 1 };
      return;
    }
    // Rows must not decrease when declarations share a line.
    const line = Math.max((startRow > ownRow ? startRow : outer.fromRow) + 1, last?.line ?? 1);
    const endLine = Math.max(endRow, startRow) + 1;
    const cut = { line, level: scope.level, what: declaration.what, name, endLine, symbolLine: startRow + 1 };
    this.cuts.push(declaration.isSoft ? { ...cut, isSoft: true } : cut);
    if (!declaration.body) return;
    const own = declaration.scope ?? declaration.name;
    const prefix = own === '' ? scope.prefix : scope.prefix === '' ? own : `${scope.prefix}.${own}`;
    const inClass = CLASS_LIKE.has(declaration.what);
    this.visit(declaration.body, { prefix, level: scope.level + 1, depth: scope.depth + 1, inClass });
  }
}

interface Outer {
  readonly node: Node;
  readonly fromRow: number;
}

/** The row where the declaration itself begins, after decorators and annotations. */
function symbolRowOf(outer: Node, rules: OutlineRules): number {
  let node = outer;
  for (let depth = 0; depth < 8; depth++) {
    const child = node.children.find(
      (candidate) => !rules.attributes.has(candidate.type) && !rules.leading.has(candidate.type),
    );
    if (!child) return node.startPosition.row;
    const isInner = child.type === 'modifiers' || rules.declarations.has(child.type) || rules.wrappers.has(child.type);
    if (!isInner) return child.startPosition.row;
    if (child.type === 'modifiers' && child.children.every((modifier) => rules.attributes.has(modifier.type))) {
      return (child.nextSibling ?? child).startPosition.row;
    }
    node = child;
  }
  return node.startPosition.row;
}

/** Some nodes include their line end (Rust's doc comments): they end on the row before. */
function endRowOf(node: Node): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row - 1 : row;
}
