/** Front matter of a page, or of a page inside an llms-full. */
export interface FrontMatter {
  /** 0-based line after the closing `---`. */
  readonly end: number;
  readonly title: string;
  readonly description: string;
  /** `url`, else `source_url` (its `html`), `source`, `canonical_url`, `permalink`; empty when all are missing. */
  readonly url: string;
}

const KEY = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/;
const URL_KEYS = ['url', 'source_url', 'canonical_url', 'source', 'permalink'];
const MAX_LINES = 40;

/**
 * Parses front matter at `start`: `---`, at least one `key:` line, blank lines only inside a value, a closing `---` within 40 lines.
 * Anything less is not front matter, because `---` is also a thematic break and the join between pages.
 */
export function readFrontMatter(lines: readonly string[], start: number): FrontMatter | undefined {
  if (!/^---\s*$/.test(lines[start] ?? '')) return undefined;
  const values = new Map<string, string>();
  let parent = '';
  /** True while the value is a folded or literal block (`>`, `|`). */
  let isBlock = false;
  for (let i = start + 1; i < Math.min(lines.length, start + 2 + MAX_LINES); i++) {
    const line = lines[i] as string;
    if (/^---\s*$/.test(line)) return values.size === 0 ? undefined : toFrontMatter(values, i + 1);
    if (line.trim() === '') {
      if (parent === '' || !goesOn(lines, i, isBlock)) return undefined;
      continue;
    }
    const key = KEY.exec(line);
    if (key) {
      parent = key[1] as string;
      isBlock = /^[>|]/.test(key[2] ?? '');
      values.set(parent, unquote(key[2] ?? ''));
      continue;
    }
    if (!/^\s|^- /.test(line) || parent === '') return undefined;
    addContinuation(values, parent, line.trim());
  }
  return undefined;
}

/** A value continues after a blank line when its next line is indented; a block may also end with blank lines. */
function goesOn(lines: readonly string[], blank: number, isBlock: boolean): boolean {
  const next = lines.slice(blank, blank + MAX_LINES).find((line) => line.trim() !== '') ?? '';
  return /^\s/.test(next) || (isBlock && (KEY.test(next) || /^---\s*$/.test(next)));
}

function addContinuation(values: Map<string, string>, parent: string, text: string): void {
  const nested = KEY.exec(text);
  if (nested && (values.get(parent) === '' || values.has(`${parent}.`))) {
    values.set(`${parent}.`, '');
    values.set(`${parent}.${nested[1]}`, unquote(nested[2] ?? ''));
    return;
  }
  const before = (values.get(parent) ?? '').replace(/^[>|][+-]?\d?$/, '');
  values.set(parent, before === '' ? unquote(text) : `${before} ${text}`);
}

function unquote(value: string): string {
  const text = value.trim();
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (!quoted) return text;
  return quoted[1] === '"'
    ? (quoted[2] as string).replace(/\\(["\\])/g, '$1')
    : (quoted[2] as string).replace(/''/g, "'");
}

function toFrontMatter(values: Map<string, string>, end: number): FrontMatter {
  const candidates = URL_KEYS.flatMap((key) => [values.get(`${key}.html`), values.get(`${key}.md`), values.get(key)]);
  return {
    end,
    title: values.get('title') ?? '',
    description: values.get('description') ?? '',
    url: candidates.find((value) => value !== undefined && looksLikeUrl(value)) ?? '',
  };
}

export function looksLikeUrl(text: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))\S*$/i.test(text);
}
