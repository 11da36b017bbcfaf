import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  around,
  bodyOf,
  childrenOf,
  type Declaration,
  NOWHERE,
  named,
  type OutlineRules,
  type Place,
  type Rule,
  toFields,
  toRules,
  toVariables,
} from './outline-rules.ts';

const ELIXIR_SCOPES: Readonly<Record<string, CutWhat>> = {
  defmodule: 'module',
  defprotocol: 'interface',
  defimpl: 'class',
  describe: 'module',
};
const ELIXIR_FUNCTION = /^(?:def(?:p|macrop?|guardp?|delegate|np?)?|test)$/;
/** Attributes that belong to the function after them. */
const ELIXIR_NOTES = /^@(?:doc|spec|impl|deprecated|since|typedoc|tag)\b/;
/** Attributes with a meaning for the compiler or a tool; any other is a constant of the module. */
const ELIXIR_RESERVED =
  /^(?:moduledoc|behaviour|before_compile|after_compile|after_verify|compile|derive|dialyzer|enforce_keys|external_resource|fallback_to_any|file|moduletag|describetag|nifs|on_definition|on_load|optional_callbacks|undefined_impl_description|vsn)$/;

export const ELIXIR_RULES: OutlineRules = {
  ...toRules({ call: elixirCallOf, unary_operator: elixirAttributeOf }),
  isLeading: (node) => node.type === 'unary_operator' && ELIXIR_NOTES.test(node.text.slice(0, 12)),
  findWrapped: (node) =>
    node.type === 'call' && /^(?:if|unless)$/.test(targetOf(node)) ? childrenOf(node, 'do_block')[0] : undefined,
};

/** Everything in Elixir is a call: `defmodule Store do … end`. */
function elixirCallOf(node: Node): readonly Declaration[] {
  const target = targetOf(node);
  const [body] = childrenOf(node, 'do_block');
  const first = childrenOf(node, 'arguments')[0]?.namedChild(0);
  if (!first) return [];
  const what = ELIXIR_SCOPES[target];
  if (target === 'describe') return body ? [{ what: 'module', name: unquote(first.text), body, scope: '' }] : [];
  if (what !== undefined) return [{ what, name: toImplName(first), ...(body && { body }) }];
  if (target === 'defstruct' || target === 'defexception') return elixirFieldsOf(first);
  if (!ELIXIR_FUNCTION.test(target)) return [];
  const name = target === 'test' ? unquote(first.text) : elixirNameOf(first);
  return name ? [{ what: 'function', name, isClause: true }] : [];
}

function targetOf(node: Node): string {
  const target = node.childForFieldName('target');
  return target?.type === 'identifier' ? target.text : '';
}

/** `defimpl Enumerable, for: Store` makes the module `Enumerable.Store`. */
function toImplName(first: Node): string {
  const of = /\bfor:\s*([\w.]+)/.exec(first.nextNamedSibling?.text.slice(0, 200) ?? '')?.[1];
  return of === undefined ? first.text : `${first.text}.${of}`;
}

/** `open(path) when is_binary(path)`, `open`, `a + b`. */
function elixirNameOf(head: Node): string | undefined {
  if (head.type === 'identifier') return head.text;
  if (head.type === 'call') return targetOf(head) || undefined;
  const operator = head.childForFieldName('operator')?.text;
  const left = head.childForFieldName('left');
  // A guard has a name or a call before it, never another guard.
  return operator === 'when' && left && left.type !== 'binary_operator' ? elixirNameOf(left) : operator;
}

function elixirFieldsOf(first: Node): readonly Declaration[] {
  const entries = first.type === 'list' ? first.namedChildren : [first];
  const names = entries.flatMap((entry) => (entry.type === 'keywords' ? entry.namedChildren : [entry]));
  return names
    .map(({ text }) => /^:?(\w+[?!]?)/.exec(text)?.[1])
    .flatMap((name) => (name === undefined ? [] : [{ what: 'field', name } as const]));
}

function elixirAttributeOf(node: Node): readonly Declaration[] {
  const operand = node.childForFieldName('operand');
  const first = operand?.type === 'call' ? childrenOf(operand, 'arguments')[0]?.namedChild(0) : undefined;
  if (!operand || !first || !node.text.startsWith('@')) return [];
  const name = targetOf(operand);
  if (/^(?:typep?|opaque|(?:macro)?callback)$/.test(name)) {
    const left = first.childForFieldName('left') ?? first;
    const own = elixirNameOf(left) ?? left.text;
    return [{ what: name.endsWith('callback') ? 'function' : 'type', name: own }];
  }
  return ELIXIR_RESERVED.test(name) || name === '' ? [] : [{ what: 'const', name, isSoft: true }];
}

function unquote(text: string): string {
  return text.replace(/^"([\s\S]*)"$/, '$1').replace(/\s+/g, ' ');
}

export const HASKELL_RULES = toRules(
  {
    'signature function bind': haskellFunctionOf,
    'data_type newtype': around('type'),
    'type_synomym type_family data_family': around('type'),
    class: around('interface'),
    instance: haskellInstanceOf,
    foreign_import: (node, place) => childrenOf(node, 'signature').flatMap((child) => haskellFunctionOf(child, place)),
    pattern_synonym: (node) => {
      const name = /^pattern\s+([\w']+)/.exec(node.text)?.[1];
      return name ? [{ what: 'function', name, isClause: true }] : [];
    },
    field: (node) => toFields(node.childrenForFieldName('name')),
    'data_constructor newtype_constructor gadt_constructor': haskellConstructorOf,
  },
  {
    through:
      'declarations class_declarations instance_declarations data_constructors gadt_constructors record fields prefix',
    leading: 'comment haddock pragma',
  },
);

/** A signature and all equations below it are one function. */
function haskellFunctionOf(node: Node, place: Place): readonly Declaration[] {
  const infix = childrenOf(node, 'infix')[0]?.childForFieldName('operator');
  const list = node.childForFieldName('names')?.namedChildren ?? [];
  const names = list.length > 0 ? list : [node.childForFieldName('name') ?? infix];
  return names.flatMap((name) =>
    name
      ? [
          {
            what: place.inClass ? 'method' : 'function',
            name: name.text.replace(/^[(`]\s*|\s*[)`]$/g, ''),
            isClause: true,
          } as const,
        ]
      : [],
  );
}

/** Named as written; its members are qualified by the first type. */
function haskellInstanceOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text;
  const types = node.childForFieldName('patterns')?.text.replace(/\s+/g, ' ') ?? '';
  if (!name) return [];
  const scope = /[\w.']+/.exec(types)?.[0] ?? name;
  return [{ what: 'class', name: `instance ${name} ${types}`.trim(), body: node, scope }];
}

/** The constructor, then the fields of its record. */
function haskellConstructorOf(node: Node): readonly Declaration[] {
  const inner = node.childForFieldName('constructor') ?? node;
  const name = inner.childForFieldName('name') ?? childrenOf(inner, 'constructor')[0] ?? null;
  const [record] = inner.type === 'record' ? [inner] : childrenOf(inner, 'record');
  const holders = [record, ...(record ? childrenOf(record, 'fields') : [])];
  const fields = holders.flatMap((holder) => (holder ? childrenOf(holder, 'field') : []));
  return toFields([name, ...fields.flatMap((found) => found.childrenForFieldName('name'))]);
}

export const OCAML_RULES = toRules(
  {
    let_binding: ocamlLetOf,
    value_specification: ocamlValueOf,
    external: (node) => nameAs('function', childrenOf(node, 'value_name parenthesized_operator')[0]),
    type_binding: (node) => {
      const body = bodyOf(node);
      return named('type')(node, NOWHERE).map((found) => ({ ...found, ...(body && { body }) }));
    },
    field_declaration: (node) => toFields(childrenOf(node, 'field_name').slice(0, 1)),
    constructor_declaration: (node) => toFields(childrenOf(node, 'constructor_name').slice(0, 1)),
    exception_definition: (node) =>
      nameAs('type', childrenOf(node, 'constructor_declaration')[0]?.namedChild(0) ?? undefined),
    module_binding: ocamlScope('module', 'module_name'),
    module_type_definition: ocamlScope('interface', 'module_type_name'),
    'class_binding class_type_binding': ocamlScope('class', 'class_name class_type_name'),
    'method_definition method_specification': (node) => nameAs('method', childrenOf(node, 'method_name')[0]),
    'instance_variable_definition instance_variable_specification': (node) =>
      toFields(childrenOf(node, 'instance_variable_name').slice(0, 1)),
  },
  {
    wrappers: 'value_definition type_definition module_definition class_definition class_type_definition',
    through: 'structure signature object_expression class_body_type include_module',
  },
);

function nameAs(what: CutWhat, node: Node | undefined): readonly Declaration[] {
  return node ? [{ what, name: node.text.replace(/^\(\s*|\s*\)$/g, '') }] : [];
}

function ocamlLetOf(node: Node, place: Place): readonly Declaration[] {
  const pattern = node.childForFieldName('pattern');
  if (pattern?.type !== 'value_name' && pattern?.type !== 'parenthesized_operator') return [];
  const isFunction =
    childrenOf(node, 'parameter').length > 0 || /^fun(?:ction)?_expression$/.test(bodyOf(node)?.type ?? '');
  return isFunction ? nameAs('function', pattern) : toVariables([pattern], place);
}

function ocamlValueOf(node: Node, place: Place): readonly Declaration[] {
  const name = childrenOf(node, 'value_name parenthesized_operator')[0];
  const isFunction = node.childForFieldName('type')?.type === 'function_type';
  return isFunction ? nameAs('function', name) : toVariables([name ?? null], place);
}

function ocamlScope(what: CutWhat, names: string): Rule {
  return (node) => {
    const body =
      node.childForFieldName('body') ?? node.childForFieldName('module_type') ?? node.childForFieldName('class_type');
    return nameAs(what, childrenOf(node, names)[0]).map((found) => ({ ...found, ...(body && { body }) }));
  };
}
