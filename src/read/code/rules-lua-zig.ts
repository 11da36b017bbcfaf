import type { Node } from 'web-tree-sitter';
import type { CutWhat } from '../../model/cut.ts';
import {
  bodyOf,
  childrenOf,
  type Declaration,
  field,
  functionOrMethod,
  type Place,
  toRules,
  toVariables,
} from './outline-rules.ts';

export const LUA_RULES = toRules(
  {
    function_declaration: (node) =>
      luaFunctionOf(node.childForFieldName('name')).map((found) => ({ ...found, ...toModule(node) })),
    variable_declaration: (node, place) =>
      childrenOf(node, 'assignment_statement').flatMap((child) => luaAssignedOf(child, place, node)),
    assignment_statement: (node, place) => luaAssignedOf(node, place, node),
    field: luaFieldOf,
  },
  // A module is often the table that the file returns.
  { through: 'do_statement if_statement block return_statement expression_list table_constructor function_definition' },
);

/** `function Store:open()` and `function Store.open()` are both `Store.open`. */
function luaFunctionOf(node: Node | null): readonly Declaration[] {
  const name = node?.text.replace(/\s*:\s*/g, '.');
  if (!name || !/^[\w.]+$/.test(name)) return [];
  return [{ what: name.includes('.') ? 'method' : 'function', name }];
}

const MODULE_LINES = 100;

/** A function of many lines is usually a module: `local function new(self) … function store.open() … end … end`. */
function toModule(node: Node): Pick<Declaration, 'body' | 'scope'> {
  const body = bodyOf(node);
  return body && node.endPosition.row - node.startPosition.row > MODULE_LINES ? { body, scope: '' } : {};
}

function luaAssignedOf(node: Node, place: Place, outer: Node): readonly Declaration[] {
  const names = childrenOf(node, 'variable_list')[0]?.childrenForFieldName('name') ?? [];
  const values = childrenOf(node, 'expression_list')[0]?.childrenForFieldName('value') ?? [];
  const [name, value] = [names[0] ?? null, values[0]];
  if (value?.type === 'function_definition') return luaFunctionOf(name);
  if (!name || outer.parent?.type !== 'chunk' || isLuaImport(value)) return [];
  const isTable = value?.type === 'table_constructor' && names.length === 1;
  if (isTable && name.type === 'identifier') return [{ what: 'const', name: name.text, isSoft: true, body: value }];
  return toVariables(
    names.filter(({ text }) => /^[\w.]+$/.test(text)),
    place,
  );
}

/** `require "x"`, `require("x").y`; most files of Lua begin with locals for what they use: `local type = type`. */
function isLuaImport(value: Node | undefined): boolean {
  return (
    value === undefined || /^(?:require\b|[\w.]+$(?<!^(?:true|false|nil|\d[\w.]*)))/.test(value.text.slice(0, 200))
  );
}

function luaFieldOf(node: Node, place: Place): readonly Declaration[] {
  const name = node.childForFieldName('name');
  if (name?.type !== 'identifier') return [];
  const isFunction = node.childForFieldName('value')?.type === 'function_definition';
  if (isFunction) return [{ what: place.isTopLevel ? 'function' : 'method', name: name.text }];
  return [{ what: 'field', name: name.text }];
}

const ZIG_CONTAINERS: Readonly<Record<string, CutWhat>> = {
  struct_declaration: 'class',
  opaque_declaration: 'class',
  union_declaration: 'class',
  enum_declaration: 'enum',
};

export const ZIG_RULES = toRules({
  variable_declaration: zigVariableOf,
  function_declaration: zigFunctionOf,
  container_field: field,
  test_declaration: (node) => {
    const name = childrenOf(node, 'string identifier')[0]?.text.replace(/^"([\s\S]*)"$/, '$1');
    return name ? [{ what: 'function', name: `test ${name}` }] : [];
  },
});

function zigVariableOf(node: Node, place: Place): readonly Declaration[] {
  const [name] = childrenOf(node, 'identifier');
  const value = node.lastNamedChild;
  if (!name || !value || /^@import\b/.test(value.text.slice(0, 8))) return [];
  const what = ZIG_CONTAINERS[value.type];
  if (what !== undefined) return [{ what, name: name.text, body: value }];
  if (value.type === 'error_set_declaration') return [{ what: 'type', name: name.text }];
  return toVariables([name], place);
}

/** A function that returns a struct is a generic type. */
function zigFunctionOf(node: Node, place: Place): readonly Declaration[] {
  const statements = node.childForFieldName('body')?.namedChildren ?? [];
  const returned = statements.at(-1)?.namedChild(0);
  const container = returned?.type === 'return_expression' ? returned.namedChild(0) : null;
  if (!container || ZIG_CONTAINERS[container.type] === undefined) return functionOrMethod(node, place);
  return functionOrMethod(node, place).map((found) => ({ ...found, what: 'class', body: container }));
}
