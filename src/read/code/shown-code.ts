import type { Node } from 'web-tree-sitter';
import { MARKUP } from '../../kinds/programming-languages.ts';
import { hideBodies } from './hide-bodies.ts';
import { hideComments, type ShownPython } from './hide-comments.ts';

type ShownCode = Pick<ShownPython, 'text'> & Partial<ShownPython>;

/** Returns the text that is parsed. Rows stay where they were, so the outline stays right. */
export function toShownCode(code: string, language: string): ShownCode {
  if (language === 'python') return hideComments(code);
  if (language === 'swift') return { text: hideBraces(hideDirectives(code), language) };
  if (language === 'kotlin' || language === 'scala') return { text: hideBraces(code, language) };
  if (MARKUP.has(language)) return { text: hideMarkup(code) };
  return { text: language === 'c' || language === 'cpp' ? hideMacros(hideBodies(code)) : code };
}

/** The grammar of Swift fails on `#if` between declarations, on macros (`#expect(…)`) and on typed throws. */
function hideDirectives(code: string): string {
  return code
    .replace(/^[ \t]*#(?:if|else|elseif|endif|warning|error|sourceLocation)\b.*$/gm, '')
    .replace(/\bthrows\([\w.]+\)/g, 'throws')
    .replace(/(?<![#\w"])#(?=[A-Za-z_])(?!(?:un)?available\b)/g, ' ');
}

/** A script element, or the code between two `---` at the top of an Astro file. */
const SCRIPT = /<script\b[^>]*>|^---$/gim;

/** Returns the scripts of a page or component with everything else blank, so that lines stay where they were. */
function hideMarkup(text: string): string {
  let shown = '';
  let at = 0;
  const show = (from: number, to: number): void => {
    shown += blankLines(text.slice(at, from)) + text.slice(from, to);
    at = to;
  };
  SCRIPT.lastIndex = 0;
  for (let tag = SCRIPT.exec(text); tag; tag = SCRIPT.exec(text)) {
    const from = tag.index + tag[0].length;
    const isFence = tag[0] === '---';
    if (isFence && (tag.index > 0 || at > 0)) continue;
    const to = isFence ? text.indexOf('\n---', from) : findEnd(text, from);
    if (to < 0) break;
    if (isFence || isScript(tag[0])) show(from, to);
    SCRIPT.lastIndex = isFence ? to + 4 : to;
  }
  return shown + blankLines(text.slice(at));
}

function findEnd(text: string, from: number): number {
  SCRIPT_END.lastIndex = from;
  return SCRIPT_END.exec(text)?.index ?? -1;
}

const SCRIPT_END = /<\/script\b/gi;

/** False for data blocks such as JSON and templates. */
function isScript(tag: string): boolean {
  const type = /\stype\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? '';
  return type === '' || /^(?:module|(?:text|application)\/(?:javascript|typescript|ecmascript|babel|jsx))$/i.test(type);
}

function blankLines(text: string): string {
  return text.replace(/[^\n]+/g, '');
}

/**
 * C and C++ are parsed without their preprocessor, and a macro where the grammar expects none can lose the outline of a whole class. Blanks out words
 * that look like decorating macros: every row stays where it was, and names are read elsewhere.
 */
function hideMacros(text: string): string {
  return hideLines(text)
    .replace(EXPORTED, (_, keyword: string, macro: string) => keyword + toBlanks(macro))
    .replace(TRAILING, (_, before: string, macro: string) => before + toBlanks(macro))
    .replace(LEADING, toBlanks)
    .replace(SLOTS, (_, access: string, slots: string) => access + toBlanks(slots))
    .replace(SIGNALS, (found, word: string) => `public${toBlanks(found.slice(6, word.length))}:`);
}

const MACRO = String.raw`[A-Z_][A-Z0-9_]{2,60}(?:\([^()\n]{0,200}\))?`;
/** `class API_EXPORT Store : public Base {`, not `struct STAT state;`. */
const EXPORTED = new RegExp(
  String.raw`\b((?:class|struct|union|enum)[ \t]+)(${MACRO})(?=[ \t]+[A-Za-z_][\w:]{0,200}[ \t]*(?:final\b[ \t]*)?(?:\n?[ \t]*\{|:[ \t]*[A-Za-z:]|<|$))`,
  'gm',
);
/** `size() const MAY_THROW;`, `namespace std VISIBILITY {` */
const TRAILING = new RegExp(
  String.raw`((?:\)(?:[ \t]{0,8}const)?|\bnamespace[ \t]+\w{1,100})[ \t]{1,8})(${MACRO})(?=[ \t]*(?:[;{]|\r?$))`,
  'gm',
);
/** `API_EXPORT void open(int a);`, not the type of `BOOL open(int a)`. */
const LEADING = new RegExp(
  String.raw`^[ \t]{0,40}${MACRO}(?=[ \t]+(?:virtual|static|inline|explicit|extern|const|constexpr|void|bool|char|short|int|long|float|double|unsigned|signed|auto|size_t|template|class|struct|namespace|typedef|using|friend|std::|[A-Za-z_]\w{0,100}[ \t*&]{1,8}[A-Za-z_]\w{0,100}\()\b)`,
  'gm',
);
const SLOTS = /\b(public|protected|private)([ \t]+(?:slots|Q_SLOTS))(?=[ \t]*:)/g;
const SIGNALS = /\b(signals|Q_SIGNALS)[ \t]*:(?!:)/g;

const ALONE = new RegExp(String.raw`^[ \t]*${MACRO}[ \t]*;?[ \t\r]*(?://.*)?$`);
/** Text that may precede a macro on a line of its own; after anything else the macro may be part of an expression or a list. */
const BEFORE = /(?:^|[{};:>]|\*\/)[ \t\r]*(?:\/\/.*)?$|^[ \t]*(?:#|\/\/)/;
/** Text that may follow. If a name and its parameters follow, the line is a return type instead. */
const AFTER =
  /^[ \t]*(?:$|#|\/[/*]|[}[]|(?:template|class|struct|union|enum|namespace|typedef|using|public|protected|private|friend|virtual|explicit|static|inline|extern|const|constexpr|void|bool|char|short|int|long|float|double|unsigned|signed|auto|static_assert)\b)/;

function hideLines(text: string): string {
  const lines = text.split('\n');
  let before = '';
  let changed = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (
      line.length < 200 &&
      ALONE.test(line) &&
      BEFORE.test(before) &&
      (AFTER.test(nextOf(lines, i)) || ALONE.test(nextOf(lines, i)))
    ) {
      lines[i] = toBlanks(line);
      changed = true;
    } else if (line.trim() !== '') before = line;
  }
  return changed ? lines.join('\n') : text;
}

/** Returns the next line that is not empty, within a few lines. */
function nextOf(lines: readonly string[], i: number): string {
  for (let next = i + 1; next < lines.length && next < i + 8; next++) {
    const line = (lines[next] as string).slice(0, 200);
    if (line.trim() !== '') return line;
  }
  return '';
}

/** Nodes whose children may be items, and wrappers of macro calls. */
const AROUND = new Set(['mod_item', 'impl_item', 'trait_item', 'foreign_mod_item', 'declaration_list', 'ERROR']);
const MAX_DEPTH = 16;
/** The beginning of an item; other macros hold expressions or rules of their own. */
const ITEM =
  /^\s*(?:pub\b|(?:(?:async|const|unsafe|extern(?:\s*"\w*")?)\s+)*fn\s|(?:struct|enum|union|trait|impl|mod|type|static|const|use)\b|macro_rules!)/m;

/**
 * The grammar of Rust sees tokens, not items, between the braces of `cfg_net! { … }`. Returns the text with the name and the braces of such calls
 * blanked out, so that every row stays where it was; undefined if no call holds items.
 */
export function openMacros(root: Node, text: string): string | undefined {
  const opened: Opened[] = [];
  collectCalls(root, 0, text, opened);
  if (opened.length === 0) return undefined;
  let shown = '';
  let at = 0;
  for (const { start, end, kept } of opened) {
    shown += text.slice(at, start);
    at = start;
    for (const [from, to] of kept) {
      shown += toBlanks(text.slice(at, from)) + text.slice(from, to).replace(STATIC_REF, '$1   ');
      at = to;
    }
    shown += toBlanks(text.slice(at, end));
    at = end;
  }
  return shown + text.slice(at);
}

/** `static ref NAME: Type = …;` of `lazy_static!`. */
const STATIC_REF = /^(\s*(?:pub(?:\([^)]*\))?\s+)?static\s+)ref(?=\s)/gm;

interface Opened {
  readonly start: number;
  readonly end: number;
  readonly kept: readonly (readonly [from: number, to: number])[];
}

function collectCalls(parent: Node, depth: number, text: string, found: Opened[]): void {
  if (depth > MAX_DEPTH) return;
  for (const child of parent.namedChildren) {
    const node = child.type === 'expression_statement' ? (child.namedChild(0) ?? child) : child;
    if (AROUND.has(node.type)) collectCalls(node, depth + 1, text, found);
    if (node.type !== 'macro_invocation') continue;
    const body = node.namedChildren.find(({ type }) => type === 'token_tree');
    if (body === undefined || text[body.startIndex] !== '{') continue;
    const blocks = node.childForFieldName('macro')?.text.endsWith('cfg_if') ? branchesOf(body, text) : [body];
    const kept = blocks.map(({ startIndex, endIndex }) => [startIndex + 1, endIndex - 1] as const);
    if (kept.some(([from, to]) => ITEM.test(text.slice(from, to))))
      found.push({ start: node.startIndex, end: node.endIndex, kept });
  }
}

/** `if #[cfg(unix)] { … } else { … }` */
function branchesOf(body: Node, text: string): Node[] {
  return body.namedChildren.filter(({ type, startIndex }) => type === 'token_tree' && text[startIndex] === '{');
}

function toBlanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Comments, strings, brackets, and the words that decide whether a brace begins the body of a function. */
const TOKEN =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|\/\/[^\n]*|"""[^"]*(?:"(?!"")[^"]*)*(?:""")?|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'(?:[^'\\\n]|\\[^\n]{1,8})'|`[^`\n]*`|[{}()[\]]|(?<![\w.$@#])(?:fun|func|def|init|deinit|subscript|class|struct|enum|protocol|extension|actor|interface|object|trait|case|typealias|type|va[lr]|let|given|import|package)\b(?!\s*:)/g;
const FUNCTION = /^(?:fun|func|def|init|deinit|subscript)$/;
const TEXT = /[^ \t]/g;

/**
 * Returns Kotlin, Swift or Scala without the bodies of functions: they hold no symbols, and a parser spends most of its time and finds most of its
 * errors in them. Rows stay where they were, columns do not.
 */
function hideBraces(code: string, language: string): string {
  // In Scala, `match {}` and `for {} yield` without anything inside are errors.
  const isBody = (text: string): boolean => language !== 'scala' || text.trimEnd().endsWith('=');
  const at = createIndents(code);
  let shown = '';
  let copied = 0;
  /** Indentation of the head of a function, until its body or the next declaration; otherwise -1. */
  let head = -1;
  let parentheses = 0;
  let braces = 0;
  let open = { index: 0, line: 0, indent: 0 };
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    if (braces > 0) {
      if (token === '{') braces++;
      if (token !== '}') continue;
      const { line, indent } = at(index);
      // Where a line begins with the brace, its indentation counts: expressions inside strings may unbalance the braces.
      const isFirst = line > open.line && line + indent === index;
      const isEnd = isFirst ? indent <= head || (braces === 1 && indent <= open.indent) : braces === 1;
      if (!isEnd) {
        braces = Math.max(1, braces - 1);
        continue;
      }
      shown += code.slice(copied, open.index) + code.slice(open.index, index).replace(/[^\n]+/g, '');
      [copied, braces, head] = [index, 0, -1];
    } else if (token === '(' || token === '[') parentheses++;
    else if (token === ')' || token === ']') parentheses = Math.max(0, parentheses - 1);
    else if (token === '}') [head, parentheses] = [-1, 0];
    else if (parentheses > 0) continue;
    else if (token === '{') {
      if (head >= 0 && isBody(code.slice(Math.max(0, index - 8), index)))
        [braces, open] = [1, { index: index + 1, ...at(index) }];
    } else if (/^\w/.test(token)) head = FUNCTION.test(token) ? at(index).indent : -1;
  }
  return shown + code.slice(copied);
}

/** Finds the beginning of the line around an offset, and its indentation. Takes rising offsets: a file may be one line with 100,000 braces. */
function createIndents(code: string): (index: number) => { readonly line: number; readonly indent: number } {
  let [line, next, indent] = [0, -1, 0];
  return (index) => {
    for (let first = next < 0; first || (next > 0 && next <= index); first = false) {
      line = Math.max(0, next);
      next = code.indexOf('\n', line) + 1;
      TEXT.lastIndex = line;
      indent = (TEXT.exec(code)?.index ?? code.length) - line;
    }
    return { line, indent };
  };
}
