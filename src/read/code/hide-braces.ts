/** Comments, strings, brackets, and the words that decide whether a brace begins the body of a function. */
const TOKEN =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|\/\/[^\n]*|"""[^"]*(?:"(?!"")[^"]*)*(?:""")?|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'(?:[^'\\\n]|\\[^\n]{1,8})'|`[^`\n]*`|[{}()[\]]|(?<![\w.$@#])(?:fun|func|def|init|deinit|subscript|class|struct|enum|protocol|extension|actor|interface|object|trait|case|typealias|type|va[lr]|let|given|import|package)\b(?!\s*:)/g;
const FUNCTION = /^(?:fun|func|def|init|deinit|subscript)$/;
const TEXT = /[^ \t]/g;

/**
 * Returns Kotlin, Swift or Scala without the bodies of functions: they hold no symbols, and a parser spends most of its time and finds most of its
 * errors in them. Rows stay where they were, columns do not.
 */
export function hideBraces(code: string, language: string): string {
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
