/** YAML (`---`) or TOML (`+++`) at the top of a text. */
export interface FrontMatter {
  /** 0-based line after the closing mark. */
  readonly end: number;
  /** Values by key; a key below another one is `parent.key`. */
  readonly values: ReadonlyMap<string, string>;
}

const KEY = /^(?:([A-Za-z_][\w.-]*)|"([^"]*)"|'([^']*)')[ \t]*(?::(?:[ \t]+|$)|=)[ \t]*(.*)$/;
/** First line of YAML or TOML, told from text between two thematic breaks. */
const FIRST: Readonly<Record<string, RegExp>> = {
  '---': /^["'A-Za-z_].*?:(?:[ \t]|$)/,
  '+++': /^(?:\[|["'A-Za-z_].*=)/,
};

/** Reads the front matter that begins a text, by the rule of the kernel: the first line that is no comment has a key. */
export function readFrontMatter(lines: readonly string[]): FrontMatter | undefined {
  const end = findEnd(lines, 0, lines.length);
  return end === undefined ? undefined : { end, values: readValues(lines.slice(1, end - 1)) };
}

const MAX_LINES = 40;

/**
 * Reads front matter in a file of many pages, where `---` is also a thematic break and the join of pages: at most 40 lines, every one a key or
 * part of a value, blank lines only inside a value.
 */
export function readPageMatter(lines: readonly string[], start: number): FrontMatter | undefined {
  if (!lines[start]?.startsWith('---')) return undefined;
  const end = findEnd(lines, start, start + 2 + MAX_LINES);
  const own = lines.slice(start + 1, (end ?? 0) - 1);
  if (end === undefined || !isOnlyKeys(own)) return undefined;
  return { end, values: readValues(own) };
}

function findEnd(lines: readonly string[], start: number, limit: number): number | undefined {
  const mark = /^(---|\+\+\+)[ \t]*$/.exec(lines[start] ?? '')?.[1];
  if (mark === undefined) return undefined;
  const closing = mark === '---' ? /^(?:---|\.\.\.)[ \t]*$/ : /^\+\+\+[ \t]*$/;
  let hasKey = false;
  for (let i = start + 1; i < Math.min(lines.length, limit); i++) {
    const line = lines[i] as string;
    if (closing.test(line)) return i + 1;
    if (hasKey || line.trim() === '' || line.startsWith('#')) continue;
    if (!FIRST[mark]?.test(line)) return undefined;
    hasKey = true;
  }
  return undefined;
}

function isOnlyKeys(lines: readonly string[]): boolean {
  let hasKey = false;
  /** The value is a folded or literal block (`>`, `|`). */
  let isBlock = false;
  return (
    lines.every((line, i) => {
      if (line.trim() === '') {
        const next = lines.slice(i).find((other) => other.trim() !== '');
        return hasKey && (next === undefined ? isBlock : /^\s/.test(next) || (isBlock && KEY.test(next)));
      }
      const [key, value] = parseKey(line);
      if (key !== undefined) [hasKey, isBlock] = [true, /^[>|]/.test(value)];
      return key !== undefined || (hasKey && /^\s|^- /.test(line));
    }) && hasKey
  );
}

function readValues(lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let parent = '';
  let isBlock = false;
  for (const line of lines) {
    const [key, value] = parseKey(line);
    if (key !== undefined) {
      parent = key;
      isBlock = /^[>|]/.test(value);
      if (!values.has(key)) values.set(key, isBlock ? '' : toValue(value));
    } else if (parent !== '' && /^(?:\s+\S|- )/.test(line)) {
      const before = values.get(parent) ?? '';
      const [nested, own] = before === '' && !isBlock ? parseKey(line.trim()) : [];
      if (nested !== undefined) values.set(`${parent}.${nested}`, toValue(own ?? ''));
      else values.set(parent, before === '' && !isBlock ? toValue(line) : `${before} ${line.trim()}`.trim());
    }
  }
  return values;
}

function parseKey(line: string): [key: string | undefined, value: string] {
  const [, bare, double, single, value = ''] = KEY.exec(line) ?? [];
  return [bare ?? double ?? single, value];
}

/** Removes quotes, with their escapes, or the comment after a value without quotes. */
function toValue(written: string): string {
  const text = written.trim();
  const double = /^"((?:[^"\\]|\\.)*)"?/.exec(text)?.[1];
  if (double !== undefined) return double.replace(/\\(.)/g, (_, char: string) => ('nt'.includes(char) ? ' ' : char));
  const single = /^'((?:[^']|'')*)'?/.exec(text)?.[1];
  return single === undefined ? text.replace(/[ \t]#.*$/, '').trimEnd() : single.replaceAll("''", "'");
}
