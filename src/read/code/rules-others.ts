import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  bodyOf,
  type Declaration,
  functionOrMethod,
  NOWHERE,
  named,
  type Place,
  type Rule,
  scoped,
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

/** Finds assignments of a module, `a = b = 1` by its first name. */
function pythonConstantOf(node: Node, place: Place): readonly Declaration[] {
  const assignment = place.isTopLevel ? node.namedChild(0) : null;
  const left = assignment?.type === 'assignment' ? assignment.childForFieldName('left') : null;
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
  },
  {
    through: 'enum_body_declarations',
    leading: 'line_comment block_comment comment',
    attributes: 'marker_annotation annotation',
  },
);

export const C_SHARP_RULES = toRules(
  {
    'namespace_declaration file_scoped_namespace_declaration': namespaceOf,
    'class_declaration struct_declaration record_declaration record_struct_declaration': scoped('class'),
    interface_declaration: scoped('interface'),
    enum_declaration: named('enum'),
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

export const RUBY_RULES = toRules(
  {
    module: rubyScope('module'),
    class: rubyScope('class'),
    'method singleton_method': functionOrMethod,
    assignment: rubyConstantOf,
  },
  { through: 'body_statement singleton_class call argument_list begin' },
);

function rubyConstantOf(node: Node): readonly Declaration[] {
  const left = node.childForFieldName('left');
  return left?.type === 'constant' ? [{ what: 'const', name: left.text, isSoft: true }] : [];
}

function rubyScope(what: CutWhat): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text.replace(/::/g, '.').replace(/^\./, '');
    return name ? [{ what, name, body: bodyOf(node) }] : [];
  };
}

export const BASH_RULES = toRules({ function_definition: named('function') });

export const CSS_RULES = toRules(
  {
    rule_set: (node) => [{ what: 'class', name: toOneLine(node.namedChildren[0]?.text ?? '') }],
    keyframes_statement: atRule('type'),
    'media_statement supports_statement at_rule': atRule('module'),
  },
  { leading: 'comment js_comment' },
);

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
