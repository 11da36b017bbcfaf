import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import { constant, type Declaration, functionOrMethod, named, type OutlineRules, type Rule } from './outline-rules.ts';

export const GO_RULES: OutlineRules = {
  declarations: new Map<string, Rule>([
    ['function_declaration', named('function')],
    ['method_declaration', goMethodOf],
    ['type_spec', goTypeOf],
    ['type_alias', named('type')],
    ['const_spec', goNamesOf],
    ['var_spec', goNamesOf],
  ]),
  through: new Set(['type_spec_list', 'var_spec_list']),
  wrappers: new Set(['type_declaration', 'const_declaration', 'var_declaration']),
  leading: new Set(['comment']),
  attributes: new Set(),
};

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
  const type = node.childForFieldName('type')?.type ?? '';
  return name ? [{ what: GO_TYPES[type] ?? 'type', name }] : [];
}

export const RUST_RULES: OutlineRules = {
  declarations: new Map<string, Rule>([
    ['function_item', functionOrMethod],
    ['function_signature_item', functionOrMethod],
    ['struct_item', named('class')],
    ['union_item', named('class')],
    ['enum_item', named('enum')],
    ['trait_item', named('interface', { body: 'body' })],
    ['type_item', named('type')],
    ['const_item', constant],
    ['static_item', constant],
    ['mod_item', named('module', { body: 'body' })],
    ['macro_definition', named('function')],
    ['impl_item', implOf],
  ]),
  through: new Set(['foreign_mod_item', 'declaration_list']),
  wrappers: new Set(),
  leading: new Set(['line_comment', 'block_comment', 'attribute_item']),
  attributes: new Set(['attribute_item']),
};

/** The block is shown as written; its members are qualified only by the type. */
function implOf(node: Node): readonly Declaration[] {
  const type = node.childForFieldName('type');
  if (!type) return [];
  const trait = node.childForFieldName('trait');
  const name = `impl ${trait ? `${trait.text} for ` : ''}${type.text}`.replace(/\s+/g, ' ');
  const scope = (type.childForFieldName('type')?.text ?? type.text)
    .replace(/^&?(?:'\w+\s+)?(?:mut\s+)?/, '')
    .replace(/::/g, '.');
  return [{ what: 'class', name, body: node.childForFieldName('body') ?? undefined, scope }];
}
