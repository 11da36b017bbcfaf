import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { countFeeds } from '../lib/lines.ts';
import {
  BARRIER,
  BREAKS_OUT,
  CLOSES_P,
  CROSSES_BARRIER,
  ESCAPABLE_TEXT,
  FOREIGN,
  IMPLIED,
  INTEGRATION_POINTS,
  isHeading,
  PARAGRAPH,
  RAW_TEXT,
  SILENT,
  VOID,
} from './elements.ts';

/** An element of a page, reduced to what readers need. Never deeper than MAX_DEPTH, so walking it may recurse. */
export interface HtmlNode {
  readonly tag: string;
  readonly attributes: HtmlTag['attrs'];
  readonly classes: readonly string[];
  readonly children: (HtmlNode | string)[];
  /** Source line on which each child begins. */
  readonly lines: number[];
  readonly parent: HtmlNode | undefined;
  readonly line: number;
  /** Source line of the end tag, or of the tag that closed the element. */
  endLine: number;
  /** Visible characters that are not in navigation, once they were counted. */
  textLength: number;
}

/** Browsers limit nesting to about the same depth. */
const MAX_DEPTH = 400;

/**
 * Builds a tree from parse5's tokens. parse5's own tree builder searches all open elements at most tags, which takes hours for a page of a million
 * open `<div>`; this one is linear and follows the rules that matter for reading.
 */
export function parseHtml(html: string): HtmlNode {
  const builder = new TreeBuilder();
  const tokenizer = new HtmlTokenizer({
    start(tag) {
      builder.breakOut(tag.tagName);
      const content = builder.isForeign ? 'markup' : tokenizer.enter(tag);
      builder.open(tag, { content, line: tokenizer.lineOf(tag) });
      tokenizer.isForeign = builder.isForeign;
    },
    end(tag) {
      builder.close(tag.tagName, tokenizer.lineOf(tag));
      tokenizer.isForeign = builder.isForeign;
    },
    text: (token) => builder.text(token, tokenizer),
  });
  tokenizer.run(html);
  return builder.finish(countFeeds(html) + 1);
}

class TreeBuilder {
  readonly #stack: HtmlNode[] = [createNode('#root', { line: 1, parent: undefined })];
  readonly #openCounts = new Map<string, number>();
  /** Elements past the depth limit, which are not nested, but whose end tags must be matched. */
  readonly #beyond = new Map<string, number>();
  /** Place of the open svg or math in the stack, or 0, and the number of elements in it that contain HTML. */
  #foreignAt = 0;
  #points = 0;
  #line = 1;

  get isForeign(): boolean {
    return this.#foreignAt > 0 && this.#points === 0;
  }

  breakOut(tag: string): void {
    if (this.isForeign && BREAKS_OUT.has(tag)) this.#popTo(this.#foreignAt);
  }

  open(
    { tagName: tag, attrs: attributes, selfClosing }: HtmlTag,
    { content, line }: { content: Content; line: number },
  ): void {
    this.#line = line;
    if (CLOSES_P.has(tag)) this.#closeUpTo(PARAGRAPH.closes, PARAGRAPH.within);
    if (isHeading(tag) && isHeading(this.#top().tag)) this.#pop();
    const implied = IMPLIED.get(tag);
    if (implied) this.#closeUpTo(implied.closes, implied.within);
    const node = createNode(tag, { attributes, line, parent: this.#top() });
    this.#add(node);
    if (VOID.has(tag) || content === 'nothing' || (content === 'markup' && selfClosing)) return;
    // Text elements never nest, and their text must not leak into the page.
    if (this.#stack.length > MAX_DEPTH && content !== 'text') count(this.#beyond, tag, 1);
    else this.#push(node);
  }

  close(tag: string, line: number): void {
    this.#line = line;
    if ((this.#beyond.get(tag) ?? 0) > 0) {
      count(this.#beyond, tag, -1);
      return;
    }
    if ((this.#openCounts.get(tag) ?? 0) <= 0) {
      // As in browsers, an end tag of these two makes an element even without a start tag.
      if (tag === 'p' || tag === 'br') this.#add(createNode(tag, { line, parent: this.#top() }));
      return;
    }
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const open = (this.#stack[i] as HtmlNode).tag;
      if (open === tag) {
        this.#popTo(i);
        return;
      }
      if (BARRIER.has(open) && !CROSSES_BARRIER.has(tag)) return;
    }
  }

  /** Each word is a token, so the line is found only for the first one of a text. */
  text(token: HtmlText, tokenizer: HtmlTokenizer): void {
    const { chars } = token;
    const { tag, children } = this.#top();
    const last = children.length - 1;
    const isDeep = this.#stack.length > MAX_DEPTH && !SILENT.has(tag);
    if (!isDeep && typeof children[last] === 'string') {
      children[last] += chars;
      return;
    }
    this.#line = tokenizer.lineOf(token);
    if (isDeep) {
      // Readers ignore bare text in the innermost element if it is a list or a row.
      const node = createNode('div', { line: this.#line, parent: this.#top() });
      node.children.push(chars);
      node.lines.push(this.#line);
      this.#add(node);
    } else this.#add(chars);
  }

  finish(line: number): HtmlNode {
    this.#line = line;
    const root = this.#stack[0] as HtmlNode;
    this.#popTo(0);
    return root;
  }

  #top(): HtmlNode {
    return this.#stack[this.#stack.length - 1] as HtmlNode;
  }

  #add(child: HtmlNode | string): void {
    const { children, lines } = this.#top();
    children.push(child);
    lines.push(this.#line);
  }

  #push(node: HtmlNode): void {
    if (FOREIGN.has(node.tag) && this.#foreignAt === 0) this.#foreignAt = this.#stack.length;
    else if (this.isForeign && INTEGRATION_POINTS.has(node.tag)) this.#points++;
    this.#stack.push(node);
    count(this.#openCounts, node.tag, 1);
  }

  #pop(): void {
    const node = this.#stack.pop() as HtmlNode;
    node.endLine = this.#line;
    count(this.#openCounts, node.tag, -1);
    if (this.#stack.length <= this.#foreignAt) [this.#foreignAt, this.#points] = [0, 0];
    else if (this.#foreignAt > 0 && INTEGRATION_POINTS.has(node.tag)) this.#points--;
  }

  #popTo(length: number): void {
    while (this.#stack.length > length) this.#pop();
  }

  #closeUpTo(tags: readonly string[], within: readonly string[]): void {
    if (!tags.some((tag) => (this.#openCounts.get(tag) ?? 0) > 0)) return;
    let last = -1;
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { tag } = this.#stack[i] as HtmlNode;
      if (tags.includes(tag)) last = i;
      if (within.includes(tag)) break;
    }
    if (last > 0) this.#popTo(last);
  }
}

function count(counts: Map<string, number>, tag: string, change: number): void {
  counts.set(tag, (counts.get(tag) ?? 0) + change);
}

function createNode(
  tag: string,
  {
    attributes = NO_ATTRIBUTES,
    line,
    parent,
  }: { attributes?: HtmlNode['attributes'] } & Pick<HtmlNode, 'line' | 'parent'>,
): HtmlNode {
  const names = findAttribute(attributes, 'class');
  const classes = names === undefined ? NO_CLASSES : names.split(/\s+/).filter(Boolean);
  return { tag, attributes, classes, children: [], lines: [], parent, line, endLine: line, textLength: 0 };
}

const NO_ATTRIBUTES: HtmlNode['attributes'] = [];
const NO_CLASSES: readonly string[] = [];

export function attributeOf(node: HtmlNode, name: string): string {
  return findAttribute(node.attributes, name) ?? '';
}

export function hasAttribute(node: HtmlNode, name: string): boolean {
  return findAttribute(node.attributes, name) !== undefined;
}

/** Elements have few attributes: a loop is faster than a map of them. */
function findAttribute(attributes: HtmlNode['attributes'], name: string): string | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}

/** Visits every element, parents before children; `enter` may return false to skip its children. */
export function walk(root: HtmlNode, enter: (node: HtmlNode) => boolean | undefined): void {
  const stack: HtmlNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (enter(node) === false) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (typeof child === 'object') stack.push(child);
    }
  }
}

/** True when an element below this one fits. */
export function hasInside(node: HtmlNode, fits: (child: HtmlNode) => boolean): boolean {
  return node.children.some((child) => typeof child === 'object' && (fits(child) || hasInside(child, fits)));
}

/** Lists the nearest elements below this one that fit, without looking inside them. */
export function findInside(node: HtmlNode, fits: (child: HtmlNode) => boolean): HtmlNode[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return fits(child) ? [child] : findInside(child, fits);
  });
}

export function textOf(root: HtmlNode): string {
  const pieces: string[] = [];
  const stack: (HtmlNode | string)[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') pieces.push(node);
    else if (!SILENT.has(node.tag))
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode);
  }
  return pieces.join('');
}

type HtmlTag = Token.TagToken;
type HtmlText = Token.CharacterToken;

/** Receives the tokens of a page in order; the tokenizer's `lineOf` returns the line of one. */
interface TokenReader {
  /** Calls `enter` of the tokenizer, except in foreign content. */
  start(tag: HtmlTag): void;
  end(tag: HtmlTag): void;
  text(token: HtmlText): void;
}

/** Content between a start tag and its end tag. */
type Content = 'markup' | 'text' | 'nothing';

/** parse5's tokenizer. It builds no tree and does not know which elements contain text: its reader has to call `enter`. */
class HtmlTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #tagFinders = new Map<string, TagFinder>();
  #html = '';
  /** The line found last, and the offset of its line feed. */
  #line = 1;
  #feed = 0;

  constructor(reader: TokenReader) {
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => reader.start(token),
        onEndTag: (token) => reader.end(token),
        onCharacter: (token) => reader.text(token),
        onWhitespaceCharacter: (token) => reader.text(token),
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  run(html: string): void {
    this.#html = html;
    this.#feed = toEnd(html, html.indexOf('\n'));
    this.#tokenizer.write(html, true);
  }

  /** Returns the source line; tokens must come in order. parse5 counts a line twice after an `&` at its end, and a lone CR as a line. */
  lineOf({ location }: HtmlTag | HtmlText): number {
    for (const offset = location?.startOffset ?? 0; this.#feed < offset; this.#line++)
      this.#feed = toEnd(this.#html, this.#html.indexOf('\n', this.#feed + 1));
    return this.#line;
  }

  /** True inside svg and math; without this `<![CDATA[` is misread. */
  set isForeign(isForeign: boolean) {
    this.#tokenizer.inForeignNode = isForeign;
  }

  /** Switches to the content that the tag's element has: text up to its end tag, or markup. */
  enter(tag: HtmlTag): Content {
    const mode = this.#findMode(tag.tagName);
    if (mode === undefined) return 'markup';
    if (this.#isUnclosed(tag)) return 'nothing';
    this.#tokenizer.state = mode;
    return 'text';
  }

  /**
   * HTML has no self-closing text elements, so a browser treats everything after `<iframe />` or `<script />` as their text. Here such a tag is
   * empty, unless its end tag comes before another start. An unclosed iframe is empty too; an unclosed script or style takes the rest, which is code.
   */
  #isUnclosed({ tagName, selfClosing, location }: HtmlTag): boolean {
    if (!(selfClosing || tagName === 'iframe') || tagName === 'plaintext') return false;
    const from = location?.endOffset ?? 0;
    const end = this.#findTag(`</${tagName}`, from);
    if (end < 0 || !selfClosing) return end < 0;
    const next = this.#findTag(`<${tagName}`, from);
    return next >= 0 && next < end;
  }

  #findTag(start: string, from: number): number {
    const finder = this.#tagFinders.get(start) ?? new TagFinder(start);
    this.#tagFinders.set(start, finder);
    return finder.find(this.#html, from);
  }

  #findMode(name: string): Tokenizer['state'] | undefined {
    if (name === 'script') return TokenizerMode.SCRIPT_DATA;
    if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
    if (ESCAPABLE_TEXT.has(name)) return TokenizerMode.RCDATA;
    return RAW_TEXT.has(name) ? TokenizerMode.RAWTEXT : undefined;
  }
}

/** Finds the next tag of a name from ascending offsets. Remembers what it found, so that many calls read the page once. */
class TagFinder {
  readonly #pattern: RegExp;
  #found: number | undefined;

  constructor(start: string) {
    this.#pattern = new RegExp(`${start}[\\s/>]`, 'gi');
  }

  /** Returns -1 if the tag does not occur. */
  find(html: string, from: number): number {
    if (this.#found === undefined || (this.#found >= 0 && this.#found < from)) {
      this.#pattern.lastIndex = from;
      this.#found = this.#pattern.exec(html)?.index ?? -1;
    }
    return this.#found;
  }
}

function toEnd(html: string, feed: number): number {
  return feed < 0 ? html.length : feed;
}

function ignore(): void {}

/** Counts the characters that are no ASCII white space, without a copy of the text. */
export function countVisible(text: string): number {
  let visible = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) visible++;
  return visible;
}
