/**
 * C and C++ are parsed without their preprocessor, and a macro where the grammar expects none can lose the outline of a whole class. Blanks out words
 * that look like decorating macros: every row stays where it was, and names are read elsewhere.
 */
export function hideMacros(text: string): string {
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

function toBlanks(text: string): string {
  return ' '.repeat(text.length);
}
