import type { Cut, CutWhat } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import { endOf, type Lines } from './lines.ts';
import { type TextScan, toWhats } from './text-scanner.ts';

export interface BraceRules {
  /** Returns the declaration in a statement, given its text up to the brace or semicolon. */
  readonly declare: (
    head: string,
  ) => { readonly what: CutWhat; readonly name: string; readonly isScope?: boolean } | undefined;
  readonly comments: readonly string[];
  /** Line ends end statements. */
  readonly byLine: boolean;
  /** A string before a statement describes it. */
  readonly hasDescriptions?: boolean;
  /** Only a statement with braces is a declaration. */
  readonly needsBlock?: boolean;
}

const GRAPHQL: BraceRules = {
  comments: ['#'],
  byLine: true,
  hasDescriptions: true,
  declare: (head) => {
    const found =
      /^(?:extend\s+)?(type|interface|enum|input|union|scalar|schema|directive|query|mutation|subscription|fragment)\b\s*@?(\w*)/.exec(
        head,
      );
    if (!found) return undefined;
    const [, word = '', own = ''] = found;
    const name = word === 'schema' ? 'schema' : word === 'directive' ? `@${own}` : own;
    return name === '' || name === '@' ? undefined : { what: GRAPHQL_WHATS.get(word) ?? 'function', name };
  },
};
const GRAPHQL_WHATS = toWhats({
  class: 'type input',
  interface: 'interface',
  enum: 'enum',
  type: 'union scalar',
  module: 'schema',
});

const PROTO: BraceRules = {
  comments: ['//'],
  byLine: false,
  declare: (head) => {
    const found = /^(message|enum|service|rpc|extend|package)\s+([\w.]+)/.exec(head);
    if (!found) return undefined;
    const [, word = '', name = ''] = found;
    return { what: PROTO_WHATS.get(word) ?? 'class', name, isScope: word === 'message' || word === 'service' };
  },
};
const PROTO_WHATS = toWhats({ enum: 'enum', interface: 'service', method: 'rpc', module: 'package' });

const TERRAFORM: BraceRules = {
  comments: ['#', '//'],
  byLine: true,
  needsBlock: true,
  declare: (head) => {
    const found = /^([a-z]\w*)((?:\s+(?:"[^"\n]*"|[A-Za-z_][\w-]*)){0,3})\s*$/.exec(head);
    if (!found) return undefined;
    const [, word = '', rest = ''] = found;
    const labels = (rest.match(/[^\s"]+/g) ?? []).join('.');
    const prefix = TERRAFORM_PREFIXES[word] ?? word;
    const name = labels === '' ? word : prefix === '' ? labels : `${prefix}.${labels}`;
    return { what: TERRAFORM_WHATS.get(word) ?? 'class', name };
  },
};
/** Prefixes in references from other blocks. */
const TERRAFORM_PREFIXES: Readonly<Record<string, string>> = { resource: '', variable: 'var' };
const TERRAFORM_WHATS = toWhats({ const: 'variable output locals', module: 'module provider terraform' });

export const scanGraphql = (lines: Lines): TextScan => scanBraces(lines, GRAPHQL);
export const scanProto = (lines: Lines): TextScan => scanBraces(lines, PROTO);
export const scanTerraform = (lines: Lines): TextScan => scanBraces(lines, TERRAFORM);

/** Deeper declarations are not named. */
const MAX_SCOPES = 16;

function scanBraces(lines: Lines, rules: BraceRules): TextScan {
  const scan = new BraceScan(lines, rules);
  scan.run();
  return { cuts: scan.cuts };
}

/** Scans the characters once, for comments, strings and braces; looks at statements of depth 0 and of open scopes. */
class BraceScan {
  readonly cuts: Cut[] = [];
  readonly #lines: Lines;
  readonly #rules: BraceRules;
  #lead = -1;
  /** The line the last statement ended on: a comment after it belongs to it. */
  #endLine = -1;
  #depth = 0;
  /** Depth inside their braces, index of their cut, and name. */
  readonly #open: {
    readonly depth: number;
    readonly place: number;
    readonly name: string;
    readonly isScope: boolean;
  }[] = [];
  /** Start of the statement, or -1. */
  #start = -1;

  constructor(lines: Lines, rules: BraceRules) {
    this.#lines = lines;
    this.#rules = rules;
  }

  run(): void {
    const { text } = this.#lines;
    for (let at = 0; at < text.length; ) at = this.#step(text, at);
    this.#finish(text.length);
    for (const { place } of this.#open) this.#setEnd(place, text.length - 1);
  }

  #step(text: string, at: number): number {
    const char = text[at] as string;
    if (char === '\n') {
      if (this.#rules.byLine) this.#finish(at);
      return at + 1;
    }
    if (char === ' ' || char === '\t' || char === '\r') return at + 1;
    const comment = this.#skipComment(text, at);
    if (comment > at) {
      if (this.#start < 0) this.#noteLead(at);
      return comment;
    }
    if (char === '"' || char === "'") return this.#skipString(text, at, char);
    if (char === '<' && text[at + 1] === '<') return skipHeredoc(text, at);
    if (char === '{') this.#openBrace(at);
    else if (char === '}') this.#closeBrace(at);
    else if (char === ';') this.#finish(at);
    else if (this.#start < 0) this.#start = at;
    return at + 1;
  }

  #noteLead(at: number): void {
    const line = this.#lines.lineOf(at);
    if (this.#lead < 0 && line > this.#endLine) this.#lead = line;
  }

  #skipComment(text: string, at: number): number {
    if (this.#rules.comments.some((mark) => text.startsWith(mark, at))) {
      const end = text.indexOf('\n', at);
      return end < 0 ? text.length : end;
    }
    const isBlock = text.startsWith('/*', at) && this.#rules.comments.includes('//');
    return isBlock ? endOf(text, '*/', at + 2) : at;
  }

  /** A string ends with its line; a triple-quoted string may take several. A description comes before what it describes. */
  #skipString(text: string, at: number, quote: string): number {
    if (this.#start < 0) {
      if (this.#rules.hasDescriptions) this.#noteLead(at);
      else this.#start = at;
    }
    if (text.startsWith('"""', at)) return endOf(text, '"""', at + 3);
    for (let to = at + 1; to < text.length; to++) {
      const char = text[to];
      if (char === '\\') to++;
      else if (char === quote) return to + 1;
      else if (char === '\n') return to;
    }
    return text.length;
  }

  #openBrace(at: number): void {
    const place = this.#declare(at);
    this.#depth++;
    if (place) this.#open.push({ depth: this.#depth, ...place });
  }

  #closeBrace(at: number): void {
    this.#finish(at);
    const inner = this.#open.at(-1);
    if (inner && inner.depth === this.#depth) {
      this.#open.pop();
      this.#setEnd(inner.place, at);
    }
    if (this.#depth > 0) this.#depth--;
    this.#lead = -1;
    this.#endLine = this.#lines.lineOf(at);
  }

  #finish(at: number): void {
    const place = this.#declare(at);
    if (place) this.#setEnd(place.place, Math.max(at - 1, 0));
  }

  /** Adds a cut for the statement that ends here, if it is a declaration. */
  #declare(at: number): { place: number; name: string; isScope: boolean } | undefined {
    const start = this.#start;
    const lead = this.#lead;
    this.#start = -1;
    if (start < 0) return undefined;
    this.#lead = -1;
    this.#endLine = this.#lines.lineOf(at);
    const scope = this.#open.at(-1);
    const isSeen = this.#depth === 0 || (scope?.isScope === true && scope.depth === this.#depth);
    if (!isSeen || this.#open.length >= MAX_SCOPES) return undefined;
    const head = this.#lines.text.slice(start, Math.min(at, start + 400)).trimEnd();
    if (this.#rules.needsBlock && this.#lines.text[at] !== '{') return undefined;
    const found = this.#rules.declare(head);
    if (!found) return undefined;
    const name = toName(scope === undefined ? found.name : `${scope.name}.${found.name}`);
    const line = this.#lines.lineOf(start);
    const from = Math.max(lead < 0 ? line : lead, (this.cuts.at(-1)?.line ?? 1) - 1);
    const level = Math.min(this.#open.length + 1, MAX_SCOPES);
    const cut: Cut = { line: from + 1, level, what: found.what, name, symbolLine: line + 1, endLine: line + 1 };
    return { place: this.cuts.push(cut) - 1, name, isScope: found.isScope === true };
  }

  #setEnd(place: number, at: number): void {
    const cut = this.cuts[place] as Cut;
    this.cuts[place] = { ...cut, endLine: Math.max(this.#lines.lineOf(at) + 1, cut.symbolLine ?? cut.line) };
  }
}

/** Skips `<<EOF` and `<<-EOF` up to the line that repeats the word. */
function skipHeredoc(text: string, at: number): number {
  const mark = /^<<[-~]?"?([A-Za-z_]\w{0,60})"?[ \t]*\n/.exec(text.slice(at, at + 80));
  if (!mark) return at + 2;
  const word = mark[1] as string;
  for (let line = at + mark[0].length; line < text.length; ) {
    const feed = text.indexOf('\n', line);
    const end = feed < 0 ? text.length : feed;
    if (end - line < 200 && text.slice(line, end).trim() === word) return end;
    line = end + 1;
  }
  return text.length;
}
