import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  type Declaration,
  functionOrMethod,
  named,
  type OutlineRules,
  type Place,
  type Rule,
} from './outline-rules.ts';

function rules(
  parts: Partial<Record<keyof OutlineRules, readonly string[]>>,
  declarations: readonly (readonly [string, Rule])[],
): OutlineRules {
  return {
    declarations: new Map(declarations),
    through: new Set(parts.through),
    wrappers: new Set(parts.wrappers),
    leading: new Set(parts.leading ?? ['comment']),
    attributes: new Set(parts.attributes),
  };
}

export const PYTHON_RULES = rules(
  {
    through: [
      'if_statement',
      'elif_clause',
      'else_clause',
      'try_statement',
      'except_clause',
      'finally_clause',
      'block',
    ],
    wrappers: ['decorated_definition'],
    attributes: ['decorator'],
  },
  [
    ['function_definition', functionOrMethod],
    ['class_definition', named('class', { body: 'body' })],
    ['type_alias_statement', pythonTypeOf],
    ['expression_statement', pythonConstantOf],
  ],
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

export const JAVA_RULES = rules(
  {
    through: ['enum_body_declarations'],
    leading: ['line_comment', 'block_comment', 'comment'],
    attributes: ['marker_annotation', 'annotation'],
  },
  [
    ['class_declaration', named('class', { body: 'body' })],
    ['record_declaration', named('class', { body: 'body' })],
    ['interface_declaration', named('interface', { body: 'body' })],
    ['annotation_type_declaration', named('interface', { body: 'body' })],
    ['enum_declaration', named('enum', { body: 'body' })],
    ['method_declaration', named('method')],
    ['constructor_declaration', named('method')],
    ['compact_constructor_declaration', named('method')],
  ],
);

export const C_SHARP_RULES = rules(
  {
    through: ['declaration_list', 'global_statement', 'preproc_if', 'preproc_else', 'preproc_elif'],
    attributes: ['attribute_list'],
  },
  [
    ['namespace_declaration', namespaceOf],
    ['file_scoped_namespace_declaration', namespaceOf],
    ['class_declaration', named('class', { body: 'body' })],
    ['struct_declaration', named('class', { body: 'body' })],
    ['record_declaration', named('class', { body: 'body' })],
    ['record_struct_declaration', named('class', { body: 'body' })],
    ['interface_declaration', named('interface', { body: 'body' })],
    ['enum_declaration', named('enum')],
    ['delegate_declaration', named('type')],
    ['method_declaration', named('method')],
    ['constructor_declaration', named('method')],
    [
      'destructor_declaration',
      (node) => named('method')(node, NOWHERE).map((found) => ({ ...found, name: `~${found.name}` })),
    ],
    ['local_function_statement', named('function')],
  ],
);

const NOWHERE = { inClass: false, isTopLevel: false, exported: new Set<string>() };

/** A namespace spans files like a package, so it does not qualify names. A file-scoped one has no body: its members are its siblings. */
function namespaceOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text;
  return name ? [{ what: 'module', name, body: node.childForFieldName('body') ?? undefined, scope: '' }] : [];
}

export const PHP_RULES = rules(
  {
    through: ['declaration_list', 'compound_statement', 'if_statement', 'else_clause'],
    attributes: ['attribute_list'],
  },
  [
    ['namespace_definition', namespaceOf],
    ['function_definition', named('function')],
    ['class_declaration', named('class', { body: 'body' })],
    ['trait_declaration', named('class', { body: 'body' })],
    ['interface_declaration', named('interface', { body: 'body' })],
    ['enum_declaration', named('enum', { body: 'body' })],
    ['method_declaration', named('method')],
    ['const_declaration', phpConstantsOf],
  ],
);

function phpConstantsOf(node: Node): readonly Declaration[] {
  const elements = node.namedChildren.filter(({ type }) => type === 'const_element');
  return elements.flatMap((element) => {
    const name = element.namedChild(0)?.text;
    return name ? [{ what: 'const', name, isSoft: true } as const] : [];
  });
}

export const RUBY_RULES = rules({ through: ['body_statement', 'singleton_class', 'call', 'argument_list', 'begin'] }, [
  ['module', rubyScope('module')],
  ['class', rubyScope('class')],
  ['method', functionOrMethod],
  ['singleton_method', functionOrMethod],
  ['assignment', rubyConstantOf],
]);

function rubyConstantOf(node: Node): readonly Declaration[] {
  const left = node.childForFieldName('left');
  return left?.type === 'constant' ? [{ what: 'const', name: left.text, isSoft: true }] : [];
}

function rubyScope(what: CutWhat): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text.replace(/::/g, '.').replace(/^\./, '');
    return name ? [{ what, name, body: node.childForFieldName('body') ?? undefined }] : [];
  };
}

export const BASH_RULES = rules({}, [['function_definition', named('function')]]);

export const CSS_RULES = rules({ leading: ['comment', 'js_comment'] }, [
  ['rule_set', (node) => [{ what: 'class', name: toOneLine(node.namedChildren[0]?.text ?? '') }]],
  ['keyframes_statement', atRule('type')],
  ['media_statement', atRule('module')],
  ['supports_statement', atRule('module')],
  ['at_rule', atRule('module')],
]);

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
