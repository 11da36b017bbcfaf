import { toLinkTarget } from './file-href.ts';

/** Returns the navigation of MkDocs, VitePress or Docusaurus as a list of chapters in Markdown; empty if it is not plain data. */
export function toNavMarkdown(path: string, text: string): string {
  if (/\.ya?ml$/i.test(path)) return readMkDocs(text);
  const start = STARTS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const from = start === undefined ? 0 : start.index + start[0].length;
  try {
    const lines: string[] = [];
    writeItems(new Literal(text, from).read(0), 0, lines);
    return lines.join('\n');
  } catch (error) {
    if (error instanceof SyntaxError) return '';
    throw error;
  }
}

const STARTS = [/\bsidebar\s*:/, /\bsidebars\b[^=\n]*=/, /\bmodule\.exports\s*=/, /\bexport\s+default\b/];

/** Finds pages by their address in the site, `/guide/`, or their path in its folder of documents. */
export function createNavFind(navPath: string, paths: readonly string[]): (target: string) => string | undefined {
  const own = new Set(paths);
  const root = navPath.replace(/(?:\.vitepress\/)?[^/]*$/, '');
  return (target) => {
    const name = toLinkTarget(target)
      .replace(/^\/|\/$/g, '')
      .replace(/\.html$/, '');
    const ends = [name, `${name}.md`, `${name}.mdx`, `${name}/index.md`, `${name}/README.md`, 'index.md'];
    const places = ['', 'docs/'].flatMap((folder) =>
      ends.slice(0, name === '' ? ends.length : -1).map((end) => `${root}${folder}${end}`),
    );
    return places.find((place) => own.has(place));
  };
}

const ENTRY =
  /^([ \t]*)-[ \t]+(?:("[^"\n]*"|'[^'\n]*'|[^'":#\n][^:#\n]*):(?=\s|$))?[ \t]*("[^"\n]*"|'[^'\n]*'|[^#\n]*?)[ \t]*(?:#.*)?$/;

function readMkDocs(text: string): string {
  const [, nav = ''] = /^nav:[ \t]*(?:#.*)?\n((?:(?:[ \t]*-|[ \t]+|#)[^\n]*(?:\n|$)|[ \t]*\n)*)/m.exec(text) ?? [];
  const lines: string[] = [];
  for (const line of nav.split('\n')) {
    const [all, space = '', title = '', value = ''] = ENTRY.exec(line) ?? [];
    if (all !== undefined) lines.push(toLine(space, unquote(title), unquote(value)));
  }
  return lines.join('\n');
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

/** A page without a title has its own in the contents. */
function toLine(space: string, title: string, target: string): string {
  const label = title.replace(/[[\]\\]/g, '\\$&');
  return target === '' ? `${space}- ${label}` : `${space}- [${label}](${encodeURI(target)})`;
}

type Value = string | boolean | readonly Value[] | { readonly [key: string]: Value };

/** Items of a sidebar: ids and addresses of pages, categories, or lists by their name. */
function writeItems(value: Value, depth: number, lines: string[]): void {
  const space = '  '.repeat(depth);
  if (typeof value === 'string') lines.push(toLine(space, '', value));
  else if (Array.isArray(value)) for (const item of value) writeItems(item, depth, lines);
  else if (typeof value === 'object') {
    const entry = value as { readonly [key: string]: Value };
    const title = toText(entry.text) || toText(entry.label);
    const link =
      entry.link !== undefined && typeof entry.link === 'object' ? toText((entry.link as typeof entry).id) : '';
    const target = toText(entry.link) || link || toText(entry.id);
    if (title !== '' || target !== '') {
      if (toText(entry.type) === 'link') return;
      lines.push(toLine(space, title, target));
      if (entry.items !== undefined) writeItems(entry.items, depth + 1, lines);
      return;
    }
    // Several sidebars by name or address, or categories by name.
    for (const [name, items] of Object.entries(entry)) {
      if (!Array.isArray(items) && typeof items !== 'object') continue;
      const isNamed = depth > 0 || !/^\/|sidebar$/i.test(name);
      if (isNamed) lines.push(toLine(space, name, ''));
      writeItems((items as { items?: Value }).items ?? items, isNamed ? depth + 1 : depth, lines);
    }
  }
}

function toText(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

const MAX_DEPTH = 30;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const WORD = /[\w$-]+/y;
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`/y;

/** A literal of JavaScript that is only data. Throws SyntaxError for anything else. */
class Literal {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  read(depth: number): Value {
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep');
    if (this.#takes('[')) {
      const items: Value[] = [];
      while (!this.#takes(']')) {
        items.push(this.read(depth + 1));
        if (!this.#takes(',') && this.#peek() !== ']') throw new SyntaxError('no end of a list');
      }
      return items;
    }
    if (this.#takes('{')) {
      const entries: [string, Value][] = [];
      while (!this.#takes('}')) {
        const key = this.#match(TEXT) ?? this.#match(WORD);
        if (key === undefined || !this.#takes(':')) throw new SyntaxError('no key');
        entries.push([key, this.read(depth + 1)]);
        if (!this.#takes(',') && this.#peek() !== '}') throw new SyntaxError('no end of an object');
      }
      return Object.fromEntries(entries);
    }
    const text = this.#match(TEXT);
    if (text !== undefined) return text;
    const word = this.#match(WORD);
    if (word === undefined || !/^(?:true|false|null|-?\d+)$/.test(word)) throw new SyntaxError('not plain data');
    return word === 'true';
  }

  #peek(): string | undefined {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
    return this.#text[this.#at];
  }

  #takes(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    this.#peek();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return (found[1] ?? found[2] ?? found[3] ?? found[0]).replace(/\\(.)/g, '$1');
  }
}
