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
  /** True if declarations of the same name that follow at once are part of it: clauses of a function. */
  readonly isClause?: boolean;
  /** Last node of the declaration, if it is a sibling. */
  readonly end?: Node;
  /** The name, if it may be on another line than the declaration. */
  readonly at?: Node;
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
  /** Finds further siblings that belong to the declaration after them. */
  readonly isLeading?: (node: Node) => boolean;
  readonly findExported?: (root: Node) => ReadonlySet<string>;
  /** Finds the body of a statement whose declarations count as declarations outside of it; the level of the file is 1. */
  readonly findWrapped?: (node: Node, level: number) => Node | undefined;
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

/** Makes a rule for a declaration whose members are in several of its children, all of them passed through. */
export function around(what: CutWhat): Rule {
  return (node, place) => named(what)(node, place).map((found) => ({ ...found, body: node }));
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

/** Lists names as fields. They never begin a chunk, and outlines do not list them. */
export function toFields(names: readonly (Node | null)[]): readonly Declaration[] {
  return names.flatMap((node) =>
    node && node.text !== '_' ? [{ what: 'field', name: node.text, at: node } as const] : [],
  );
}

/** Lists variables: fields of a class, or constants of a file or module. */
export function toVariables(names: readonly (Node | null)[], place: Place): readonly Declaration[] {
  const fields = toFields(names);
  return place.inClass ? fields : fields.map(({ name }) => ({ what: 'const', name, isSoft: true }));
}

/** Rule for a field named by its field `name`. */
export const field: Rule = (node) => toFields([node.childForFieldName('name')]);

export function childrenOf(node: Node, types: string): Node[] {
  const wanted = types.split(' ');
  return node.namedChildren.filter(({ type }) => wanted.includes(type));
}

/** Rule for a method inside a class-like body, or a function elsewhere. */
export const functionOrMethod: Rule = (node, place) => {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: place.inClass ? 'method' : 'function', name }] : [];
};
