import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';

/** One declaration found at a node. */
export interface Declaration {
  readonly what: CutWhat;
  /** Unqualified; may hold dots where the language names a member from outside (`Store.open`). */
  readonly name: string;
  /** What holds its members, each qualified by `scope`. */
  readonly body?: Node | undefined;
  /** How members are qualified when not by the name itself; empty for not at all. */
  readonly scope?: string;
  /** A constant: it begins a chunk only if it is not small. Of several with one name the first counts. */
  readonly isSoft?: boolean;
}

export interface Place {
  /** The declaration stands in a class-like body. */
  readonly inClass: boolean;
  readonly isTopLevel: boolean;
  /** Names exported somewhere else in the file (JavaScript). */
  readonly exported: ReadonlySet<string>;
}

/** How one grammar spells declarations. Everything that is neither a declaration nor `through` is not looked into. */
export interface OutlineRules {
  /** Node types that are or may be declarations. An empty answer means "not one after all". */
  readonly declarations: ReadonlyMap<string, (node: Node, place: Place) => readonly Declaration[]>;
  /** Node types whose children are visited as if they stood outside. */
  readonly through: ReadonlySet<string>;
  /** Wrappers around one declaration that give it their own range (`export`, decorators, templates). */
  readonly wrappers: ReadonlySet<string>;
  /** Siblings that belong to the declaration after them. */
  readonly leading: ReadonlySet<string>;
  /** Children at the start of a declaration that are not its own line. */
  readonly attributes: ReadonlySet<string>;
  readonly findExported?: (root: Node) => ReadonlySet<string>;
  /** The body of a statement of the top level whose declarations count as those of the file. */
  readonly findWrapped?: (node: Node) => Node | undefined;
}

export type Rule = (node: Node, place: Place) => readonly Declaration[];

/** A declaration named by its field `name`, with members in its field `body` when it has any. */
export function named(what: CutWhat, options: { body?: string } = {}): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text;
    if (!name) return [];
    const body = options.body ? (node.childForFieldName(options.body) ?? undefined) : undefined;
    return [{ what, name, body }];
  };
}

/** A constant by its field `name`. */
export const constant: Rule = (node) => {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: 'const', name, isSoft: true }] : [];
};

/** A method inside a class-like body, a function elsewhere. */
export const functionOrMethod: Rule = (node, place) => {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: place.inClass ? 'method' : 'function', name }] : [];
};
