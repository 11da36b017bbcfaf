/** How a text has a literal: not at all, in another case or as a part, as written, as a key or heading, as a value with a name, or as a symbol. */
export const HAS = { nothing: 0, folded: 1, use: 2, key: 3, value: 4, definition: 5 } as const;

/** Only modifiers, types and a quotation mark before it, and a value after it. */
const KEY_BEFORE = /^[\s\-*+{([,]*(?:[\w.<>[\]?*&]+\s+){0,6}[@:$*&]*["'`]?$/;
const NO_KEY_BEFORE = /\b(?:return|throw|case|if|else|in|await|yield|new)\s*$/;
const KEY_AFTER = /^["'`]?\]?\s*(?:[?!]?:\s*[\w.<>[\],|?'" ]+)?(?::=|=(?![=~>])|=>|:(?![:=]))/;
/** `SOME_NAME = "`, `const name = '`, `#define NAME "`. */
const NAMED =
  /\b(?:const|val|final|static|readonly|constexpr)\b[^=]*=\s*["'`]$|(?:^|[^\w$.])[A-Z][A-Z0-9_]*\s*(?::[^=]*=|[=(:])\s*(?:\w+\()?["'`]$|#define\s+\w+\s+["'`]$/;
/** Calls that say what they do: `add_argument('`, `flags.String("`, `createBoolConfig("`. */
const REGISTERED =
  /(?:^|[^a-z]|(?:add|create|define|declare|new|register)\w*)(?:define|declare|register|option|argument|flag|setting|param(?:eter)?|property|config|key|entry|command|string|int|bool|boolean|duration|number|value|name|env)\w*[(\]]?\(\s*(?:name\s*[=:]\s*)?["'`]$/i;
/** A member of an enumeration. */
const MEMBER_AFTER = /^\s*(?:\([\d"'`]|,?\s*$|[,;=]\s*$|,?\s*(?:\/\/|\/\*|#))/;
/** The first cell of a row, or a described option. */
const DESCRIBED = /^\s{0,3}(?:\.\.\s[\w:-]+::\s|\|\s*[`"']?|[-*]\s+\*{0,2}[`"']|<dt>)$/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!define)|--|;|<!--|"""|''')/;

/** More of a line is not looked at: minified code has very long ones. */
const MAX_LINE = 200;

interface Wanted {
  readonly literal: string;
  /** Still being typed: more may follow. */
  readonly isOpen: boolean;
  readonly isCode: boolean;
}

/** Returns the best way in which a text has the literal. Code may define a flag without its dashes. */
export function findLiteral(text: string, { literal, isOpen, isCode }: Wanted): number {
  const name = literal.replace(/^-+(?=\w)/, '');
  const dashes = literal.slice(0, literal.length - name.length);
  let best: number = HAS.nothing;
  for (let at = text.indexOf(name); at >= 0 && best < HAS.value; at = text.indexOf(name, at + 1)) {
    let end = at + name.length;
    if (isOpen) while (isJoined(text[end], name.at(-1))) end++;
    if (isJoined(text[at - 1], name[0]) || isJoined(text[end], name.at(-1))) continue;
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const stop = text.indexOf('\n', end);
    const before = text.slice(Math.max(start, at - MAX_LINE), at);
    const after = text.slice(end, Math.min(stop < 0 ? text.length : stop, end + MAX_LINE));
    const isWhole = before.endsWith(dashes);
    const has = judge(isWhole ? before.slice(0, before.length - dashes.length) : before, after, { name, isCode });
    if (isWhole || has === HAS.value) best = Math.max(best, has);
  }
  return best;
}

/** Letters beyond ASCII by range, since the classes of Unicode differ between engines. */
const NAME_CHAR = /[\w\u00aa-\u1fff\u2c00-\u2fef\u3005-\ufdff\uff10-\uffdc]/;

/** True if the neighbour would make another name of it. */
function isJoined(neighbour: string | undefined, own: string | undefined): boolean {
  return neighbour !== undefined && NAME_CHAR.test(own ?? '') && NAME_CHAR.test(neighbour);
}

function judge(before: string, after: string, { name, isCode }: { name: string; isCode: boolean }): number {
  if (DESCRIBED.test(before)) return HAS.key;
  if (COMMENT.test(before)) return HAS.use;
  if (isCode && /^["'`]/.test(after) && (NAMED.test(before) || REGISTERED.test(before))) return HAS.value;
  if (KEY_BEFORE.test(before) && KEY_AFTER.test(after) && !NO_KEY_BEFORE.test(before)) return HAS.key;
  const isMember = /^[A-Z][A-Z0-9_]+$/.test(name) && /^\s*$/.test(before) && MEMBER_AFTER.test(after);
  return isCode && isMember ? HAS.key : HAS.use;
}
