import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';

/** A declaration found at a node. */
export interface Declaration {
  readonly what: CutWhat;
  /** Unqualified name; has dots where the language names a member from outside (`Store.open`). */
  readonly name: string;
  /** Node that holds the members, each qualified by `scope`. */
  readonly body?: Node;
  /** Qualifier of the members if it differs from the name; empty for none. */
  readonly scope?: string;
  /** True for a constant: it begins a chunk only if it is not small. If several share a name, the first counts. */
  readonly isSoft?: boolean;
}

export interface Place {
  /** The declaration is in a class-like body. */
  readonly inClass: boolean;
  readonly isTopLevel: boolean;
  /** Names exported elsewhere in the file (JavaScript). */
  readonly exported: ReadonlySet<string>;
}

/** How one grammar spells declarations. The walk descends only into declarations and `through` nodes. */
export interface OutlineRules {
  /** Node types that are or may be declarations. An empty result means that the node is not one after all. */
  readonly declarations: ReadonlyMap<string, (node: Node, place: Place) => readonly Declaration[]>;
  /** Node types whose children are visited as if they were outside. */
  readonly through: ReadonlySet<string>;
  /** Wrappers around one declaration that extend its range (`export`, decorators, templates). */
  readonly wrappers: ReadonlySet<string>;
  /** Siblings that belong to the declaration after them. */
  readonly leading: ReadonlySet<string>;
  /** Children at the start of a declaration that come before its own line. */
  readonly attributes: ReadonlySet<string>;
  readonly findExported?: (root: Node) => ReadonlySet<string>;
  /** Finds the body of a top-level statement whose declarations count as declarations of the file. */
  readonly findWrapped?: (node: Node) => Node | undefined;
}

export type Rule = (node: Node, place: Place) => readonly Declaration[];

/** Node types that are treated alike, as words of one text. */
type NodeTypes = Partial<Record<'through' | 'wrappers' | 'leading' | 'attributes', string>>;

/** Makes the rules of a grammar; a key of `declarations` may name several node types. */
export function toRules(
  declarations: Readonly<Record<string, Rule>>,
  { through, wrappers, leading = 'comment', attributes }: NodeTypes = {},
): OutlineRules {
  return {
    declarations: new Map(
      Object.entries(declarations).flatMap(([types, rule]) => types.split(' ').map((type) => [type, rule] as const)),
    ),
    through: new Set(through?.split(' ')),
    wrappers: new Set(wrappers?.split(' ')),
    leading: new Set(leading.split(' ')),
    attributes: new Set(attributes?.split(' ')),
  };
}

/** Makes a rule for a declaration named by its field `name`. */
export function named(what: CutWhat): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text;
    return name ? [{ what, name }] : [];
  };
}

/** Makes a rule for a declaration with members in its field `body`. */
export function scoped(what: CutWhat): Rule {
  return (node) => named(what)(node, NOWHERE).map((found) => ({ ...found, body: bodyOf(node) }));
}

export const NOWHERE: Place = { inClass: false, isTopLevel: false, exported: new Set() };

export function bodyOf(node: Node): Node | undefined {
  return node.childForFieldName('body') ?? undefined;
}

/** Rule for a constant named by its field `name`. */
export const constant: Rule = (node) => {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: 'const', name, isSoft: true }] : [];
};

/** Rule for a method inside a class-like body, or a function elsewhere. */
export const functionOrMethod: Rule = (node, place) => {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: place.inClass ? 'method' : 'function', name }] : [];
};
