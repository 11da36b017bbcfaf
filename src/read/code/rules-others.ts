import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  bodyOf,
  childrenOf,
  type Declaration,
  field,
  functionOrMethod,
  NOWHERE,
  named,
  type Place,
  type Rule,
  scoped,
  toFields,
  toRules,
} from './outline-rules.ts';

export const PYTHON_RULES = toRules(
  {
    function_definition: functionOrMethod,
    class_definition: scoped('class'),
    type_alias_statement: pythonTypeOf,
    expression_statement: pythonConstantOf,
  },
  {
    through: 'if_statement elif_clause else_clause try_statement except_clause finally_clause block',
    wrappers: 'decorated_definition',
    attributes: 'decorator',
  },
);

/** Finds assignments of a module, `a = b = 1` by its first name, and attributes of a class, with or without a value. */
function pythonConstantOf(node: Node, place: Place): readonly Declaration[] {
  const assignment = place.isTopLevel || place.inClass ? node.namedChild(0) : null;
  const left = assignment?.type === 'assignment' ? assignment.childForFieldName('left') : null;
  if (left?.type === 'identifier' && place.inClass) return toFields([left]);
  if (left?.type !== 'identifier' || !assignment?.childForFieldName('right')) return [];
  return [{ what: 'const', name: left.text, isSoft: true }];
}

function pythonTypeOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('left')?.text ?? node.namedChildren[0]?.text;
  return name ? [{ what: 'type', name: name.replace(/\[[\s\S]*$/, '') }] : [];
}

export const JAVA_RULES = toRules(
  {
    'class_declaration record_declaration': scoped('class'),
    'interface_declaration annotation_type_declaration': scoped('interface'),
    enum_declaration: scoped('enum'),
    'method_declaration constructor_declaration compact_constructor_declaration': named('method'),
    'field_declaration constant_declaration': declaratorsOf,
    enum_constant: field,
  },
  {
    through: 'enum_body_declarations',
    leading: 'line_comment block_comment comment',
    attributes: 'marker_annotation annotation',
  },
);

/** `int a, b = 1;` */
function declaratorsOf(node: Node): readonly Declaration[] {
  const [inner] = childrenOf(node, 'variable_declaration');
  return toFields(childrenOf(inner ?? node, 'variable_declarator').map((found) => found.childForFieldName('name')));
}

export const C_SHARP_RULES = toRules(
  {
    'namespace_declaration file_scoped_namespace_declaration': namespaceOf,
    'class_declaration struct_declaration record_declaration record_struct_declaration': scoped('class'),
    interface_declaration: scoped('interface'),
    enum_declaration: scoped('enum'),
    'field_declaration event_field_declaration': declaratorsOf,
    'property_declaration enum_member_declaration': field,
    delegate_declaration: named('type'),
    'method_declaration constructor_declaration': named('method'),
    destructor_declaration: (node) =>
      named('method')(node, NOWHERE).map((found) => ({ ...found, name: `~${found.name}` })),
    local_function_statement: named('function'),
  },
  {
    through: 'declaration_list global_statement preproc_if preproc_else preproc_elif',
    attributes: 'attribute_list',
  },
);

/** A namespace spans files like a package, so it does not qualify names. A file-scoped one has no body: its members are its siblings. */
function namespaceOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: 'module', name, body: bodyOf(node), scope: '' }] : [];
}

export const PHP_RULES = toRules(
  {
    namespace_definition: namespaceOf,
    function_definition: named('function'),
    'class_declaration trait_declaration': scoped('class'),
    interface_declaration: scoped('interface'),
    enum_declaration: scoped('enum'),
    method_declaration: named('method'),
    const_declaration: phpConstantsOf,
    property_declaration: phpPropertiesOf,
    enum_case: field,
    expression_statement: phpDefinedOf,
  },
  { through: 'declaration_list compound_statement if_statement else_clause', attributes: 'attribute_list' },
);

function phpConstantsOf(node: Node): readonly Declaration[] {
  const elements = node.namedChildren.filter(({ type }) => type === 'const_element');
  return elements.flatMap((element) => {
    const name = element.namedChild(0)?.text;
    return name ? [{ what: 'const', name, isSoft: true } as const] : [];
  });
}

function phpPropertiesOf(node: Node): readonly Declaration[] {
  return toFields(childrenOf(node, 'property_element').map((element) => element.namedChild(0)?.namedChild(0) ?? null));
}

/** `define('LIMIT', 3)` */
function phpDefinedOf(node: Node, place: Place): readonly Declaration[] {
  const name = place.isTopLevel ? /^define\(\s*['"](\w+)['"]/.exec(node.text.slice(0, 200))?.[1] : undefined;
  return name ? [{ what: 'field', name }] : [];
}

export const RUBY_RULES = toRules(
  {
    module: rubyScope('module'),
    class: rubyScope('class'),
    'method singleton_method': functionOrMethod,
    assignment: rubyConstantOf,
    simple_symbol: rubyAttributeOf,
  },
  { through: 'body_statement singleton_class call argument_list begin' },
);

function rubyConstantOf(node: Node): readonly Declaration[] {
  const left = node.childForFieldName('left');
  return left?.type === 'constant' ? [{ what: 'const', name: left.text, isSoft: true }] : [];
}

/** `attr_accessor :name, :age` */
function rubyAttributeOf(node: Node): readonly Declaration[] {
  const call = node.parent?.parent;
  const isAttribute = call?.type === 'call' && call.childForFieldName('method')?.text.startsWith('attr_');
  return isAttribute ? [{ what: 'field', name: node.text.slice(1) }] : [];
}

function rubyScope(what: CutWhat): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text.replace(/::/g, '.').replace(/^\./, '');
    return name ? [{ what, name, body: bodyOf(node) }] : [];
  };
}

export const BASH_RULES = toRules(
  { function_definition: named('function'), variable_assignment: field },
  { through: 'declaration_command' },
);

export const CSS_RULES = toRules(
  {
    rule_set: cssRuleOf,
    declaration: (node) => toFields(childrenOf(node, 'property_name').filter(({ text }) => text.startsWith('--'))),
    keyframes_statement: atRule('type'),
    'media_statement supports_statement at_rule': atRule('module'),
  },
  { leading: 'comment js_comment' },
);

/** Custom properties of a page are on its root. */
function cssRuleOf(node: Node): readonly Declaration[] {
  const name = toOneLine(node.namedChildren[0]?.text ?? '');
  const [body] = /^(?::root|:host|html|body|\*|\[data-)/.test(name) ? childrenOf(node, 'block') : [];
  return [{ what: 'class', name, scope: '', ...(body && { body }) }];
}

/** Makes a rule for a block named by the text before it. */
function atRule(what: CutWhat): Rule {
  return (node) => {
    const block = node.namedChildren.find((child) => child.type === 'block' || child.type === 'keyframe_block_list');
    if (!block) return [];
    const name = toOneLine(node.text.slice(0, block.startIndex - node.startIndex));
    return [what === 'type' ? { what, name } : { what, name, body: block, scope: '' }];
  };
}

function toOneLine(text: string): string {
  const line = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
