import type { Node } from 'web-tree-sitter';
import {
  bodyOf,
  type Declaration,
  field,
  named,
  type OutlineRules,
  type Place,
  scoped,
  toFields,
  toRules,
} from './outline-rules.ts';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);
const PARENTHESES = /^(?:parenthesized|as|satisfies|non_null)_expression$/;

export const JAVASCRIPT_RULES: OutlineRules = {
  ...toRules(
    {
      'function_declaration generator_function_declaration function_signature': functionOf,
      'class_declaration abstract_class_declaration': scoped('class'),
      interface_declaration: scoped('interface'),
      type_alias_declaration: aliasOf,
      enum_declaration: scoped('enum'),
      'property_signature enum_assignment': field,
      property_identifier: (node) => (node.parent?.type === 'enum_body' ? toFields([node]) : []),
      'internal_module module': namespaceOf,
      'method_definition method_signature abstract_method_signature': memberOf,
      'public_field_definition field_definition': fieldOf,
      'lexical_declaration variable_declaration': variablesOf,
      export_statement: defaultOf,
      assignment_expression: assignedOf,
    },
    {
      through: 'statement_block',
      wrappers: 'export_statement ambient_declaration expression_statement',
      leading: 'comment decorator',
      attributes: 'decorator',
    },
  ),
  findExported,
  findWrapped,
};

/** In `.d.ts` a default export may be a declaration without a name. */
function functionOf(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('name')?.text ?? (node.parent?.type === 'export_statement' ? 'default' : '');
  return name ? [{ what: 'function', name }] : [];
}

function namespaceOf(node: Node): readonly Declaration[] {
  const nameNode = node.childForFieldName('name');
  if (!nameNode) return [];
  const quoted = nameNode.type === 'string';
  const name = quoted ? unquote(nameNode.text) : nameNode.text;
  const body = bodyOf(node);
  // `declare module 'x'` only says where its members are: a file name is a useless qualifier.
  return [quoted ? { what: 'module', name, body, scope: '' } : { what: 'module', name, body }];
}

/** `type Options = { … }` has members like an interface. */
function aliasOf(node: Node, place: Place): readonly Declaration[] {
  const value = node.childForFieldName('value');
  const body = value?.type === 'object_type' ? value : undefined;
  return named('type')(node, place).map((found) => ({ ...found, ...(body && { body }) }));
}

function memberOf(node: Node, place: Place): readonly Declaration[] {
  const name = node.childForFieldName('name');
  // A signature has no code to cut.
  if (/^(?:interface_body|object_type)$/.test(node.parent?.type ?? '')) return toFields([name]);
  return place.inClass && name ? [{ what: 'method', name: unquote(name.text) }] : [];
}

function fieldOf(node: Node, place: Place): readonly Declaration[] {
  const value = node.childForFieldName('value');
  const name = node.childForFieldName('name') ?? node.childForFieldName('property');
  if (!place.inClass || !name) return [];
  return value && isFunction(value) ? [{ what: 'method', name: unquote(name.text) }] : toFields([name]);
}

/** Finds exported variables and top-level variables with a value, except for required modules. */
function variablesOf(node: Node, place: Place): readonly Declaration[] {
  const isExported = node.parent?.type === 'export_statement';
  const isConstant = place.isTopLevel && node.childForFieldName('kind')?.text === 'const';
  if (!isExported && !place.isTopLevel && place.exported.size === 0) return [];
  if (isLocal(node)) return [];
  const found: Declaration[] = [];
  for (const declarator of node.namedChildren) {
    const nameNode = declarator.type === 'variable_declarator' ? declarator.childForFieldName('name') : null;
    if (nameNode?.type !== 'identifier') continue;
    const name = nameNode.text;
    const value = declarator.childForFieldName('value');
    if (!isExported && !place.isTopLevel && !place.exported.has(name)) continue;
    if (value && isFunction(value)) found.push({ what: 'const', name });
    else if (value?.type === 'class') found.push({ what: 'class', name, body: bodyOf(value) });
    // Tests declare variables at the top and assign them in each test: a variable without a value defines nothing.
    else if ((isConstant || (place.isTopLevel && value)) && !isRequired(value))
      found.push({ what: 'const', name, isSoft: true });
  }
  return found;
}

/** `let` and `const` of a plain block; the body of a function around the module is the module. */
function isLocal({ type, parent }: Node): boolean {
  if (type !== 'lexical_declaration' || parent?.type !== 'statement_block') return false;
  const owner = parent.parent?.type ?? '';
  return !FUNCTIONS.has(owner) && owner !== 'internal_module' && owner !== 'module';
}

/** `require('x')`, `require('x').y`, `require('x')(y)`. */
function isRequired(value: Node | null): boolean {
  let node = value;
  for (let depth = 0; node && depth < 8; depth++) {
    if (node.type === 'identifier') return depth > 0 && node.text === 'require';
    node = node.type === 'call_expression' ? node.childForFieldName('function') : node.childForFieldName('object');
  }
  return false;
}

/** Finds `export default` of an expression; declarations are found inside the wrapper. */
function defaultOf(node: Node): readonly Declaration[] {
  const value = node.childForFieldName('value');
  if (!value) return [];
  const name = value.childForFieldName('name')?.text ?? 'default';
  if (isFunction(value)) return [{ what: 'function', name }];
  return value.type === 'class' ? [{ what: 'class', name, body: bodyOf(value) }] : [];
}

const MEMBER = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){1,5}$/;

/** Finds exports and classes as written before ES modules: `exports.open = function`, `Store.prototype.open = …`. */
function assignedOf(node: Node, place: Place): readonly Declaration[] {
  const target = node.childForFieldName('left')?.text ?? '';
  let value = node.childForFieldName('right');
  for (let depth = 0; value?.type === 'assignment_expression' && depth < 8; depth++)
    value = value.childForFieldName('right');
  if (place.inClass || !value || !MEMBER.test(target)) return [];
  const isClass = value.type === 'class';
  if (!isClass && !isFunction(value)) return [];
  const own = target.replace(/^(?:module\.)?exports(?:\.|$)/, '') || value.childForFieldName('name')?.text || 'default';
  const name = own.replace(/\.prototype\./, '.');
  if (isClass) return [{ what: 'class', name, body: bodyOf(value) }];
  return [{ what: name === own ? 'function' : 'method', name }];
}

function isFunction(node: Node): boolean {
  const value = unwrap(node);
  return value !== null && FUNCTIONS.has(value.type);
}

function unwrap(node: Node | null): Node | null {
  let value = node;
  for (let depth = 0; value && depth < 8 && PARENTHESES.test(value.type); depth++) value = value.namedChild(0);
  return value;
}

/**
 * Finds a function around a whole module, from before ES modules: `(function () { … })()`, `!function () { … }()`, `define(['x'], function (x) { …
 * })`.
 */
function findWrapped(node: Node, level: number): Node | undefined {
  if (level > 1) return undefined;
  if (node.type === 'if_statement') return node.childForFieldName('consequence') ?? undefined;
  let value = node.type === 'expression_statement' ? unwrap(node.namedChild(0)) : null;
  if (value?.type === 'unary_expression') value = unwrap(value.childForFieldName('argument'));
  if (value?.type !== 'call_expression') return undefined;
  let callee = unwrap(value.childForFieldName('function'));
  // `(function () { … }).call(this)`
  if (callee?.type === 'member_expression') callee = unwrap(callee.childForFieldName('object'));
  const last = callee?.text === 'define' ? value.childForFieldName('arguments')?.lastNamedChild : callee;
  return last && FUNCTIONS.has(last.type) ? bodyOf(last) : undefined;
}

/** `export { a, b as c }` and `export default a` of this module; `export … from` exports names of another module. */
function findExported(root: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of root.namedChildren) {
    if (node.type !== 'export_statement' || node.childForFieldName('source')) continue;
    const value = node.childForFieldName('value');
    if (value?.type === 'identifier') names.add(value.text);
    const clause = node.namedChildren.find((child) => child.type === 'export_clause');
    for (const specifier of clause?.namedChildren ?? []) {
      const name = specifier.childForFieldName('name');
      if (name) names.add(name.text);
    }
  }
  return names;
}

function unquote(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
