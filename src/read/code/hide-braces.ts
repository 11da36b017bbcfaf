/** Comments, strings, brackets, and the words that decide whether a brace begins the body of a function. */
const TOKEN =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|\/\/[^\n]*|"""[^"]*(?:"(?!"")[^"]*)*(?:""")?|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'(?:[^'\\\n]|\\[^\n]{1,8})'|`[^`\n]*`|[{}()[\]]|(?<![\w.$@#])(?:fun|func|def|init|deinit|subscript|class|struct|enum|protocol|extension|actor|interface|object|trait|case|typealias|type|va[lr]|let|given|import|package)\b(?!\s*:)/g;
const FUNCTION = /^(?:fun|func|def|init|deinit|subscript)$/;

/**
 * Returns Kotlin, Swift or Scala without the bodies of functions: they hold no symbols, and a parser spends most of its time and finds most of its
 * errors in them. Rows stay where they were, columns do not.
 */
export function hideBraces(code: string, language: string): string {
  // In Scala, `match {}` and `for {} yield` without anything inside are errors.
  const before = language === 'scala' ? /=\s*$/ : /$/;
  let shown = '';
  let copied = 0;
  /** Where the head of a function begins, until its body or the next declaration; otherwise -1. */
  let head = -1;
  let parentheses = 0;
  let braces = 0;
  let open = 0;
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    if (braces > 0) {
      braces += token === '{' ? 1 : token === '}' ? -1 : 0;
      if (token !== '}' || !isEnd(code, { index, open, head, braces })) {
        braces = Math.max(1, braces);
        continue;
      }
      shown += code.slice(copied, open) + code.slice(open, index).replace(/[^\n]+/g, '');
      [copied, braces, head] = [index, 0, -1];
    } else if (token === '(' || token === '[') parentheses++;
    else if (token === ')' || token === ']') parentheses = Math.max(0, parentheses - 1);
    else if (token === '}') [head, parentheses] = [-1, 0];
    else if (parentheses > 0) continue;
    else if (token === '{') {
      if (head >= 0 && before.test(code.slice(index - 8, index))) [braces, open] = [1, index + 1];
    } else if (/^\w/.test(token)) head = FUNCTION.test(token) ? index : -1;
  }
  return shown + code.slice(copied);
}

interface Closing {
  readonly index: number;
  readonly open: number;
  readonly head: number;
  readonly braces: number;
}

/** Goes by the indentation where lines begin with the brace: expressions inside strings may unbalance the braces. */
function isEnd(code: string, { index, open, head, braces }: Closing): boolean {
  const line = code.lastIndexOf('\n', index) + 1;
  if (line <= open || code.slice(line, index).trim() !== '') return braces <= 0;
  const indent = index - line;
  return indent <= indentOf(code, head) || (braces <= 0 && indent <= indentOf(code, open - 1));
}

function indentOf(code: string, index: number): number {
  const line = code.lastIndexOf('\n', index) + 1;
  return code.slice(line, index).search(/\S|$/);
}
