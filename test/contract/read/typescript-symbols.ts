import ts from 'typescript';

/**
 * The oracle for JavaScript and TypeScript outlines: declarations at the top level, in namespaces and in classes, as `name@line`. The line is where
 * the declaration begins, after its decorators.
 */
export function findTypescriptSymbols(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKindOf(path));
  const found: string[] = [];
  visitStatements({ source, exported: findExported(source), found }, source.statements, '');
  return found;
}

interface Run {
  readonly source: ts.SourceFile;
  readonly exported: ReadonlySet<string>;
  readonly found: string[];
}

function scriptKindOf(path: string): ts.ScriptKind {
  if (path.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return /ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

function findExported(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression) && !statement.isExportEquals) {
      names.add(statement.expression.text);
    }
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const element of statement.exportClause.elements) names.add((element.propertyName ?? element.name).text);
  }
  return names;
}

function visitStatements(run: Run, statements: readonly ts.Statement[], prefix: string): void {
  for (const statement of statements) visitStatement(run, statement, prefix);
}

function visitStatement(run: Run, node: ts.Statement, prefix: string): void {
  if (ts.isFunctionDeclaration(node)) add(run, node, prefix, node.name?.text ?? 'default');
  else if (ts.isClassDeclaration(node)) addClass(run, node, node, prefix, node.name?.text ?? 'default');
  else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) {
    add(run, node, prefix, node.name.text);
  } else if (ts.isModuleDeclaration(node)) addModule(run, node, prefix);
  else if (ts.isVariableStatement(node)) addVariables(run, node, prefix);
  else if (ts.isExportAssignment(node) && !node.isExportEquals) addDefault(run, node, prefix);
}

function addModule(run: Run, node: ts.ModuleDeclaration, prefix: string): void {
  let name = node.name.text;
  let body: ts.ModuleDeclaration['body'] = node.body;
  while (body && ts.isModuleDeclaration(body)) {
    name += `.${body.name.text}`;
    body = body.body;
  }
  const isGlobal = (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
  if (!isGlobal) add(run, node, prefix, name);
  const inner = isGlobal || ts.isStringLiteral(node.name) ? prefix : join(prefix, name);
  if (body && ts.isModuleBlock(body)) visitStatements(run, body.statements, inner);
}

function addVariables(run: Run, node: ts.VariableStatement, prefix: string): void {
  const isExported = node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
  const isConstant = (node.declarationList.flags & ts.NodeFlags.Const) !== 0 && run.source.statements.includes(node);
  for (const { name, initializer } of node.declarationList.declarations) {
    if (!ts.isIdentifier(name) || (!isExported && !isConstant && !run.exported.has(name.text))) continue;
    if (initializer && isFunction(initializer)) add(run, node, prefix, name.text);
    else if (initializer && ts.isClassExpression(initializer)) addClass(run, node, initializer, prefix, name.text);
    else if (isConstant && !isRequired(initializer)) add(run, node, prefix, name.text);
  }
}

/** `require('x')`, and what is taken of it. */
function isRequired(value: ts.Expression | undefined): boolean {
  let inner = value;
  while (inner && (ts.isCallExpression(inner) || ts.isPropertyAccessExpression(inner))) inner = inner.expression;
  return inner !== undefined && inner !== value && ts.isIdentifier(inner) && inner.text === 'require';
}

function addDefault(run: Run, node: ts.ExportAssignment, prefix: string): void {
  const { expression } = node;
  if (ts.isFunctionExpression(expression) || ts.isArrowFunction(expression)) {
    add(run, node, prefix, expression.name?.text ?? 'default');
  } else if (ts.isClassExpression(expression)) {
    addClass(run, node, expression, prefix, expression.name?.text ?? 'default');
  }
}

function addClass(run: Run, outer: ts.Node, node: ts.ClassLikeDeclaration, prefix: string, name: string): void {
  add(run, outer, prefix, name);
  for (const member of node.members) {
    const isMethod = ts.isMethodDeclaration(member) || ts.isGetAccessor(member) || ts.isSetAccessor(member);
    const isField = ts.isPropertyDeclaration(member) && member.initializer && isFunction(member.initializer);
    if (ts.isConstructorDeclaration(member)) add(run, member, join(prefix, name), 'constructor');
    else if (isMethod || isField) add(run, member, join(prefix, name), nameOf(run, member.name as ts.PropertyName));
  }
}

function nameOf(run: Run, name: ts.PropertyName): string {
  return ts.isStringLiteral(name) ? name.text : name.getText(run.source);
}

function isFunction(node: ts.Expression): boolean {
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner)) {
    inner = inner.expression;
  }
  return ts.isArrowFunction(inner) || ts.isFunctionExpression(inner);
}

function add(run: Run, node: ts.Node, prefix: string, name: string): void {
  const child = node.getChildren(run.source).find((candidate) => candidate.kind !== ts.SyntaxKind.JSDoc);
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  const first = child?.getStart(run.source) ?? node.getStart(run.source);
  const last = decorators.at(-1);
  const start = last && last.pos <= first + 1 ? skipTrivia(run.source.text, last.end) : first;
  run.found.push(`${join(prefix, name)}@${run.source.getLineAndCharacterOfPosition(start).line + 1}`);
}

function skipTrivia(text: string, from: number): number {
  return from + (/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from))?.[0].length ?? 0);
}

function join(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}
