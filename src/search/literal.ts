/** How a text has a literal: not at all, as a part of it or in other case, as it is, or where it is defined. */
export const HAS = { nothing: 0, folded: 1, use: 2, local: 3, heading: 4, value: 5, definition: 6 } as const;
export type Has = (typeof HAS)[keyof typeof HAS];

/** Keywords before the name of a new thing, and modifiers, after which a type may come instead. */
const DECLARED =
  /(?:^|[^\w$.])(?:class|interface|enum|struct|union|trait|protocol|object|record|def|defp|defmodule|fun|func|fn|function|type|typedef|module|namespace|macro_rules!|define|alias|sub|proc|extension|actor)\s+["'`:]?$/;
const MODIFIED =
  /(?:^|[^\w$.])(?:const|constexpr|let|var|val|static|final|readonly|def|fun|func|fn)\s+(?:[\w<>[\],.?*&:()]+\s+){0,4}[*&]*$/;
const NAME_AFTER = /^\s*(?:[=:;,({[<)]|$)/;
/** Only modifiers and types before it, or nothing but a quotation mark. */
const KEY_BEFORE = /^[\s\-*+{([,]*(?:[\w.<>[\]?*&]+\s+){0,6}[@:$*&]*["'`]?$/;
const KEY_AFTER = /^["'`]?\]?\s*(?:[?!]?:\s*[\w.<>[\],|?'" ]+)?(?::=|=(?![=~>])|=>|:(?![:=]))/;
/** `SOME_NAME = "literal"`, `const name = 'literal'`. */
const VALUE_BEFORE =
  /(?:^|[^\w$.])(?:(?:const|val|final|static|define|readonly|constexpr)\b[^=]*|(?:\w+\s+)*[A-Z][A-Z0-9_]*\s*(?::[^=]*)?)[=(,:]\s*(?:\w+\()?["'`]$/;
/** `define("literal"`, `add_argument('literal'`, `flags.String("literal"`: calls that say what they do. */
const REGISTERED =
  /(?:^|[^a-z])(?:define|declare|register|option|argument|flag|setting|param(?:eter)?|property|config|key|entry|command|string|int|bool|boolean|duration|number|value|name|env)\w*[(\]]?\(\s*(?:name\s*[=:]\s*)?["'`]$/i;
const MEMBER_AFTER = /^\s*(?:\([\d"'`]|,?\s*$|[,;=]\s*$|,?\s*(?:\/\/|\/\*|#))/;
/** A heading, a described option or the first cell of a row. */
const HEADING = /^\s{0,3}(?:#{1,6}\s|=+\s|\.\.\s[\w:-]+::\s|\|\s*[`"']?$|[-*]\s+\*{0,2}[`"']$|<(?:h[1-6]|dt)\b)/;
const UNDERLINE = /^\s*([=\-~^"*+#])\1{2,}\s*$/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!define)|--|;|<!--|"""|''')/;

/** More of a line is not looked at: minified code has very long ones. */
const MAX_LINE = 200;

interface Wanted {
  readonly literal: string;
  /** Still being typed: more may follow. */
  readonly isOpen: boolean;
  readonly isCode: boolean;
}

/** Returns the best way in which a text has the literal. */
export function findLiteral(text: string, { literal, isOpen, isCode }: Wanted): Has {
  let best: Has = text.toLowerCase().includes(literal.toLowerCase()) ? HAS.folded : HAS.nothing;
  if (best === HAS.nothing) return best;
  for (let at = text.indexOf(literal); at >= 0 && best < HAS.definition; at = text.indexOf(literal, at + 1)) {
    const end = at + literal.length;
    if (isJoined(text[at - 1], literal[0]) || (!isOpen && isJoined(text[end], literal.at(-1)))) continue;
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const stop = text.indexOf('\n', end);
    const before = text.slice(Math.max(start, at - MAX_LINE), at);
    const after = text.slice(end, Math.min(stop < 0 ? text.length : stop, end + MAX_LINE));
    const has = judge(before, after, literal, isCode);
    const isUnderlined = !isCode && stop >= 0 && UNDERLINE.test(text.slice(stop + 1).split('\n', 1)[0] as string);
    best = Math.max(best, isUnderlined ? HAS.heading : has) as Has;
  }
  return best;
}

/** Letters beyond ASCII by range, since the classes of Unicode differ between engines. */
const NAME_CHAR = /[\w\u00aa-\u1fff\u2c00-\u2fef\u3005-\ufdff\uff10-\uffdc]/;

/** True if the neighbour would make another name of it. */
function isJoined(neighbour: string | undefined, own: string | undefined): boolean {
  return neighbour !== undefined && NAME_CHAR.test(own ?? '') && NAME_CHAR.test(neighbour);
}

function judge(before: string, after: string, literal: string, isCode: boolean): Has {
  if (HEADING.test(before)) return HAS.heading;
  if (!isCode || COMMENT.test(before)) return !COMMENT.test(before) && isKey(before, after) ? HAS.value : HAS.use;
  if (DECLARED.test(before)) return HAS.definition;
  const isDeclared = MODIFIED.test(before) && NAME_AFTER.test(after);
  if (isDeclared || isKey(before, after)) {
    if (isLocal(before, literal)) return HAS.local;
    return isDeclared || !/^["'`]?\s*:/.test(after) ? HAS.definition : HAS.value;
  }
  if (/^[A-Z][A-Z0-9_]+$/.test(literal) && /^\s*$/.test(before) && MEMBER_AFTER.test(after)) return HAS.value;
  const isQuoted = /["'`]$/.test(before) && /^["'`]/.test(after);
  return isQuoted && (VALUE_BEFORE.test(before) || REGISTERED.test(before)) ? HAS.value : HAS.use;
}

/** An indented name without capitals that is not quoted is a variable inside a function. */
function isLocal(before: string, literal: string): boolean {
  const [indent = ''] = /^\s*/.exec(before) ?? [];
  const isDeep = indent.replaceAll('\t', '    ').length >= 8;
  return isDeep && /^[a-z_]\w*$/.test(literal) && !/["'`]$/.test(before);
}

function isKey(before: string, after: string): boolean {
  return (
    KEY_BEFORE.test(before) &&
    KEY_AFTER.test(after) &&
    !/\b(?:return|throw|case|if|else|in|await|yield|new)\s*$/.test(before)
  );
}
