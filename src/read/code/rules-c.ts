import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  bodyOf,
  type Declaration,
  field,
  named,
  type OutlineRules,
  type Place,
  type Rule,
  toRules,
} from './outline-rules.ts';

const SHARED: Readonly<Record<string, Rule>> = {
  function_definition: functionsOf,
  'declaration field_declaration': prototypesOf,
  type_definition: (node) => typedefsOf(node, false),
  'struct_specifier union_specifier': specifier('class'),
  enum_specifier: specifier('enum'),
  preproc_function_def: named('function'),
  enumerator: field,
};

/** The values of an enum without a name. */
function findWrapped(node: Node): Node | undefined {
  return node.type === 'enum_specifier' && !node.childForFieldName('name') ? bodyOf(node) : undefined;
}

const THROUGH =
  'preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef linkage_specification declaration_list';

export const C_RULES: OutlineRules = {
  ...toRules(
    { ...SHARED, type_definition: (node) => typedefsOf(node, true) },
    { through: THROUGH, attributes: 'attribute_declaration' },
  ),
  findWrapped,
};

export const CPP_RULES: OutlineRules = {
  ...toRules(
    {
      ...SHARED,
      class_specifier: specifier('class'),
      namespace_definition: namespaceOf,
      'alias_declaration concept_definition': named('type'),
    },
    {
      through: THROUGH,
      wrappers: 'template_declaration friend_declaration',
      attributes: 'attribute_declaration template template_parameter_list requires_clause',
    },
  ),
  findWrapped,
};

function namespaceOf(node: Node): readonly Declaration[] {
  const name = toDotted(node.childForFieldName('name')?.text ?? '');
  const body = bodyOf(node);
  return [name === '' ? { what: 'module', name: 'namespace', body, scope: '' } : { what: 'module', name, body }];
}

function specifier(what: CutWhat): Rule {
  return (node) => {
    const name = node.childForFieldName('name')?.text;
    const body = node.childForFieldName('body');
    if (!name || !body) return [];
    // Values of a plain enum are names of the scope around it.
    return [what === 'enum' ? { what, name, body, scope: '' } : { what, name: toDotted(name), body }];
  };
}

function functionsOf(node: Node, place: Place): readonly Declaration[] {
  const start = node.childForFieldName('declarator');
  const declarator = findFunctionDeclarator(start);
  const name = declarator ? toTestName(findName(declarator), declarator) : findCast(start);
  return name ? [{ what: place.inClass || name.includes('.') ? 'method' : 'function', name }] : [];
}

/** A declared function is defined elsewhere, but in a header the declaration is all there is. */
function prototypesOf(node: Node, place: Place): readonly Declaration[] {
  const type = node.childForFieldName('type');
  if (!type || !bodyOf(type) || !/^(?:struct|class|union|enum)_specifier$/.test(type.type))
    return functionsOf(node, place).concat(variablesOf(node));
  return specifier(type.type === 'enum_specifier' ? 'enum' : 'class')(type, place);
}

/** Variables and the members of a struct. A declared function has no such name. */
function variablesOf(node: Node): readonly Declaration[] {
  return node.childrenForFieldName('declarator').flatMap((declarator) => {
    const inner = declarator.childForFieldName('declarator');
    const name = findFunctionDeclarator(declarator) ? undefined : findName(inner ?? declarator);
    return name && /^\w+$/.test(name) ? [{ what: 'field', name } as const] : [];
  });
}

/** A struct of C has only fields; one of C++ may have functions, which a typedef does not show. */
function typedefsOf(node: Node, isC: boolean): readonly Declaration[] {
  const type = node.childForFieldName('type');
  const name = findName(node.childForFieldName('declarator'));
  if (!name) return [];
  const defined = type && bodyOf(type) ? type.type : '';
  const body = type ? bodyOf(type) : undefined;
  if (defined === 'enum_specifier') return [{ what: 'enum', name, scope: '', ...(body && { body }) }];
  if (!/^(?:struct|union)_specifier$/.test(defined)) return [{ what: 'type', name }];
  return [{ what: 'class', name, ...(isC && body && { body }) }];
}

const WRAPPING = new Set(['pointer_declarator', 'reference_declarator', 'attributed_declarator']);

/**
 * Looks through the pointers and references of the result. Parentheses hold a name that must not expand as a macro (`int (f)(void)`) or a function
 * with its parameters (`int (*f(int))(void)`); `int (*f)(void)` is a variable.
 */
function findFunctionDeclarator(start: Node | null): Node | undefined {
  let node = start;
  for (let depth = 0; node && depth < 16; depth++) {
    if (node.type === 'function_declarator') {
      const inner = node.childForFieldName('declarator');
      if (inner?.type !== 'parenthesized_declarator' || inner.namedChild(0)?.type === 'identifier') return node;
      node = inner.namedChild(0);
      continue;
    }
    if (!WRAPPING.has(node.type)) return undefined;
    node = node.childForFieldName('declarator') ?? node.namedChildren.at(-1) ?? null;
  }
  return undefined;
}

/** `TEST_F(Suite, Name) { … }`: otherwise every test of a file would have the macro's name. */
function toTestName(name: string | undefined, declarator: Node): string | undefined {
  if (!name || !TEST.test(name)) return name;
  const found = /^\(\s*(\w+)\s*,\s*(\w+)\s*\)$/.exec(declarator.childForFieldName('parameters')?.text ?? '');
  return found ? `${found[1]}.${found[2]}` : name;
}

const TEST = /^(?:TYPED_)?TEST(?:_[FP])?$/;

/** `operator bool() const` has no name of its own. */
function findCast(start: Node | null): string | undefined {
  const cast = start?.type === 'qualified_identifier' ? start.childForFieldName('name') : start;
  if (!start || cast?.type !== 'operator_cast') return undefined;
  return toDotted(
    start.text
      .replace(/\([\s\S]*$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const NAMES =
  /^(?:(?:field_|type_|qualified_)?identifier|primitive_type|destructor_name|operator_name|operator_cast|template_function)$/;

function findName(start: Node | null): string | undefined {
  let node = start;
  for (let depth = 0; node && depth < 32; depth++) {
    if (NAMES.test(node.type)) return toDotted(node.text);
    node =
      node.childForFieldName('declarator') ??
      node.namedChildren.find((child) => /declarator|identifier/.test(child.type)) ??
      null;
  }
  return undefined;
}

/** Turns `Store<T>::open` into `Store.open`. Where a macro misled the parser, words before the name are dropped. */
function toDotted(name: string): string {
  const dotted = name
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<[^<>]*>(?= ?::)/g, '')
    .replace(/ ?:: ?/g, '.')
    .replace(/^\./, '')
    .trim();
  return /\boperator\b/.test(dotted) ? dotted.replace(/^[^.]* (?=operator\b)/, '') : dotted.replace(/^[^<]* /, '');
}
