import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  around,
  bodyOf,
  childrenOf,
  type Declaration,
  field,
  functionOrMethod,
  NOWHERE,
  named,
  type Place,
  scoped,
  toFields,
  toRules,
  toVariables,
} from './outline-rules.ts';

const IS_VARIABLE = /^va[lr]$/;

export const KOTLIN_RULES = toRules(
  {
    class_declaration: kotlinClassOf,
    object_declaration: around('class'),
    function_declaration: (node, place) => withReceiver(node, functionOrMethod(node, place)),
    property_declaration: kotlinPropertiesOf,
    secondary_constructor: () => [{ what: 'method', name: 'constructor' }],
    class_parameter: (node) =>
      node.children.some(({ type }) => IS_VARIABLE.test(type)) ? toFields(childrenOf(node, 'identifier')) : [],
    enum_entry: (node) => toFields(childrenOf(node, 'identifier').slice(0, 1)),
    type_alias: (node) => childrenOf(node, 'identifier').map(({ text }) => ({ what: 'type', name: text })),
  },
  {
    // Members of a companion are named like members of its class.
    through: 'class_body enum_class_body primary_constructor class_parameters companion_object',
    // To the grammar, an annotation with values is an expression.
    leading: 'line_comment block_comment annotated_expression',
    attributes: 'annotation',
  },
);

function kotlinClassOf(node: Node, place: Place): readonly Declaration[] {
  const isEnum = childrenOf(node, 'enum_class_body').length > 0;
  const isInterface = node.children.some(({ type }) => type === 'interface');
  return around(isEnum ? 'enum' : isInterface ? 'interface' : 'class')(node, place);
}

/** `fun List<T>.sum()` is `List.sum`. */
function withReceiver(node: Node, found: readonly Declaration[]): readonly Declaration[] {
  const receiver = node.children.find((_, i) => node.children[i + 1]?.type === '.')?.text;
  const type = /([A-Za-z_]\w*)\s*(?:<[\s\S]*>)?\??\)*$/.exec(receiver?.slice(0, 200) ?? '')?.[1];
  return type ? found.map((declaration) => ({ ...declaration, name: `${type}.${declaration.name}` })) : found;
}

function kotlinPropertiesOf(node: Node, place: Place): readonly Declaration[] {
  const [variable] = childrenOf(node, 'variable_declaration multi_variable_declaration');
  const variables = variable?.type === 'multi_variable_declaration' ? variable.namedChildren : [variable];
  const names = variables.map((child) => child?.namedChildren.find(({ type }) => type === 'identifier') ?? null);
  const accessors = childrenOf(node, 'getter setter');
  return withReceiver(node, toComputed(accessors, names, place) ?? toVariables(names, place));
}

/** A property with code of several lines is a method by another name. */
function toComputed(code: readonly (Node | null)[], names: readonly (Node | null)[], place: Place) {
  const isLong = code.some((node) => node && node.endPosition.row > node.startPosition.row);
  const name = names[0]?.text;
  if (!isLong || !name) return undefined;
  return [{ what: place.inClass ? 'method' : 'function', name }] as const;
}

const SWIFT_KINDS: Readonly<Record<string, CutWhat>> = { enum: 'enum' };

export const SWIFT_RULES = toRules(
  {
    class_declaration: swiftClassOf,
    protocol_declaration: scoped('interface'),
    'function_declaration protocol_function_declaration': functionOrMethod,
    init_declaration: () => [{ what: 'method', name: 'init' }],
    deinit_declaration: () => [{ what: 'method', name: 'deinit' }],
    subscript_declaration: () => [{ what: 'method', name: 'subscript' }],
    'property_declaration protocol_property_declaration': swiftPropertiesOf,
    enum_entry: (node) =>
      toFields(node.childrenForFieldName('name').filter(({ type }) => type === 'simple_identifier')),
    'typealias_declaration associatedtype_declaration': named('type'),
    macro_declaration: (node) =>
      childrenOf(node, 'simple_identifier').map(({ text }) => ({ what: 'function', name: text })),
  },
  { leading: 'comment multiline_comment', attributes: 'attribute' },
);

/** An extension is shown as written; its members are qualified by the type. */
function swiftClassOf(node: Node): readonly Declaration[] {
  const kind = node.childForFieldName('declaration_kind')?.text ?? '';
  const name = node.childForFieldName('name')?.text;
  if (!name) return [];
  if (kind !== 'extension') return [{ what: SWIFT_KINDS[kind] ?? 'class', name, body: bodyOf(node) }];
  return [{ what: 'class', name: `extension ${name}`, body: bodyOf(node), scope: name.replace(/<[\s\S]*$/, '') }];
}

function swiftPropertiesOf(node: Node, place: Place): readonly Declaration[] {
  const names = node.childrenForFieldName('name').map((pattern) => pattern.childForFieldName('bound_identifier'));
  return toComputed([node.childForFieldName('computed_value')], names, place) ?? toVariables(names, place);
}

export const SCALA_RULES = toRules(
  {
    'class_definition object_definition': around('class'),
    trait_definition: around('interface'),
    enum_definition: around('enum'),
    package_object: around('module'),
    given_definition: scalaGivenOf,
    'function_definition function_declaration': functionOrMethod,
    'val_definition var_definition val_declaration var_declaration': scalaVariablesOf,
    'simple_enum_case full_enum_case': field,
    class_parameter: (node) =>
      node.children.some(({ type }) => IS_VARIABLE.test(type)) || node.parent?.parent?.child(0)?.type === 'case'
        ? field(node, NOWHERE)
        : [],
    type_definition: named('type'),
  },
  {
    through:
      'class_parameters template_body with_template_body enum_body enum_case_definitions extension_definition package_clause',
    leading: 'comment block_comment',
    attributes: 'annotation',
  },
);

/** A value of several lines, such as `val routes = { … }`, is cut like a function. */
function scalaVariablesOf(node: Node, place: Place): readonly Declaration[] {
  const pattern = node.childForFieldName('pattern') ?? node.childForFieldName('name');
  const names = pattern?.type === 'identifier' ? [pattern] : (pattern?.namedChildren ?? []);
  return toVariables(
    names.filter(({ type }) => type === 'identifier'),
    place,
  );
}

/** `given Ordering[Int] with …` has no name of its own. */
function scalaGivenOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text ?? `given ${node.childForFieldName('return_type')?.text ?? ''}`;
  return [{ what: 'class', name: name.replace(/\s+/g, ' ').trim(), body: node, scope: '' }];
}

const DART_SIGNATURES =
  'function_signature getter_signature setter_signature operator_signature constructor_signature constant_constructor_signature factory_constructor_signature redirecting_factory_constructor_signature';

export const DART_RULES = toRules(
  {
    'class_definition extension_type_declaration': scoped('class'),
    'mixin_declaration extension_declaration': dartScopeOf,
    enum_declaration: scoped('enum'),
    enum_constant: field,
    type_alias: dartAliasOf,
    'method_signature declaration': dartMemberOf,
    'function_signature getter_signature setter_signature': (node) => dartFunctionOf(node, node, 'function'),
    'static_final_declaration_list initialized_identifier_list': dartVariablesOf,
  },
  { leading: 'comment documentation_comment annotation' },
);

function dartScopeOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text ?? childrenOf(node, 'identifier')[0]?.text;
  const [body] = childrenOf(node, 'class_body extension_body');
  return [{ what: 'class', name: name ?? `on ${node.childForFieldName('class')?.text ?? ''}`, ...(body && { body }) }];
}

function dartAliasOf(node: Node): readonly Declaration[] {
  const types = childrenOf(node, 'type_identifier');
  const name = (childrenOf(node, 'formal_parameter_list').length > 0 ? types.at(-1) : types[0])?.text;
  return name ? [{ what: 'type', name }] : [];
}

function dartMemberOf(node: Node, place: Place): readonly Declaration[] {
  const [signature] = childrenOf(node, DART_SIGNATURES);
  if (signature) return dartFunctionOf(signature, node, 'method');
  const [list] = childrenOf(node, 'static_final_declaration_list initialized_identifier_list');
  return list ? dartVariablesOf(list, place) : [];
}

/** The body of a function is the sibling after its signature. `Store.open(…)` of a class `Store` is a constructor. */
function dartFunctionOf(signature: Node, outer: Node, what: CutWhat): readonly Declaration[] {
  const name =
    signature.childrenForFieldName('name').at(-1)?.text ??
    childrenOf(signature, 'identifier').at(-1)?.text ??
    childrenOf(signature, 'binary_operator')[0]?.text ??
    'operator';
  const next = outer.nextNamedSibling;
  return [{ what, name, ...(next?.type === 'function_body' && { end: next }) }];
}

function dartVariablesOf(node: Node, place: Place): readonly Declaration[] {
  return toVariables(
    node.namedChildren.map((child) => child.namedChild(0)),
    place,
  );
}
