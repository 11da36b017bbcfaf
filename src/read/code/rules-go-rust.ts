import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  bodyOf,
  constant,
  type Declaration,
  field,
  functionOrMethod,
  named,
  scoped,
  toFields,
  toRules,
} from './outline-rules.ts';

export const GO_RULES = toRules(
  {
    function_declaration: named('function'),
    method_declaration: goMethodOf,
    type_spec: goTypeOf,
    type_alias: named('type'),
    'const_spec var_spec': goNamesOf,
    'field_declaration method_elem': (node) => toFields(node.childrenForFieldName('name')),
  },
  {
    through: 'type_spec_list var_spec_list field_declaration_list',
    wrappers: 'type_declaration const_declaration var_declaration',
  },
);

/** Qualified by the receiver's type: `func (s *Store[K]) Open()` is `Store.Open`. */
function goMethodOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text;
  const receiver = node.childForFieldName('receiver')?.text ?? '';
  const type = /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*(?:\[[^\]]*\]?\s*)?,?\s*\)$/.exec(receiver)?.[1];
  return name ? [{ what: 'method', name: type ? `${type}.${name}` : name }] : [];
}

/** `a, b = 1, 2` */
function goNamesOf(node: Node): readonly Declaration[] {
  const names = node.childrenForFieldName('name').filter(({ type, text }) => type === 'identifier' && text !== '_');
  return names.map(({ text }) => ({ what: 'const', name: text, isSoft: true }));
}

const GO_TYPES: Readonly<Record<string, CutWhat>> = { struct_type: 'class', interface_type: 'interface' };

function goTypeOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text;
  const type = node.childForFieldName('type');
  const what = GO_TYPES[type?.type ?? ''];
  if (!name) return [];
  return [what && type ? { what, name, body: type } : { what: 'type', name }];
}

export const RUST_RULES = toRules(
  {
    'function_item function_signature_item': functionOrMethod,
    'struct_item union_item': scoped('class'),
    enum_item: scoped('enum'),
    'field_declaration enum_variant': field,
    trait_item: scoped('interface'),
    type_item: named('type'),
    'const_item static_item': constant,
    mod_item: scoped('module'),
    macro_definition: named('function'),
    impl_item: implOf,
  },
  {
    through: 'foreign_mod_item declaration_list',
    leading: 'line_comment block_comment attribute_item',
    attributes: 'attribute_item',
  },
);

/** The block is shown as written; its members are qualified only by the type. */
function implOf(node: Node): readonly Declaration[] {
  const type = node.childForFieldName('type');
  if (!type) return [];
  const trait = node.childForFieldName('trait');
  const name = `impl ${trait ? `${trait.text} for ` : ''}${type.text}`.replace(/\s+/g, ' ');
  const scope = (type.childForFieldName('type')?.text ?? type.text)
    .replace(/^&?(?:'\w+\s+)?(?:mut\s+)?/, '')
    .replace(/::/g, '.');
  return [{ what: 'class', name, body: bodyOf(node), scope }];
}
