/** Paragraph-like: a blank line on both sides. */
export const PARAGRAPHS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'details',
  'dialog',
  'dl',
  'fieldset',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'listing',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'plaintext',
  'pre',
  'search',
  'section',
  'table',
  'title',
  'ul',
  'xmp',
]);

/** Begin and end on their own line. */
export const LINES: ReadonlySet<string> = new Set([
  'body',
  'caption',
  'center',
  'colgroup',
  'dd',
  'dir',
  'div',
  'dt',
  'figcaption',
  'frameset',
  'head',
  'html',
  'legend',
  'li',
  'optgroup',
  'option',
  'select',
  'summary',
  'tbody',
  'textarea',
  'tfoot',
  'thead',
  'tr',
]);

/** Mean something inside a table only. */
export const TABLE_PARTS: ReadonlySet<string> = new Set([
  'caption',
  'colgroup',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
]);

export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Block starts that end an open paragraph. */
export const CLOSES_P: ReadonlySet<string> = new Set([
  ...PARAGRAPHS,
  'center',
  'dd',
  'dir',
  'div',
  'dt',
  'figcaption',
  'li',
  'summary',
]);

/** Whose text is left out. Foreign content (svg, math) has rules of its own. */
export const LEFT_OUT_RAW: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe']);
export const LEFT_OUT_TREE: ReadonlySet<string> = new Set(['template', 'object']);
export const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);

/** Have no end tag. */
export const VOID: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Text without tags inside: the tokenizer must be told, it does not know by itself. */
export const RAW_TEXT: ReadonlySet<string> = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);
export const ESCAPABLE_TEXT: ReadonlySet<string> = new Set(['title', 'textarea']);

/** Elements of svg and math that hold HTML again, in the tokenizer's lower case. */
export const INTEGRATION_POINTS: ReadonlySet<string> = new Set([
  'foreignobject',
  'desc',
  'title',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
  'annotation-xml',
]);

/** HTML start tags that end foreign content: without this one unclosed `<svg>` would swallow the page. */
export const BREAKS_OUT: ReadonlySet<string> = new Set([
  'b',
  'big',
  'blockquote',
  'body',
  'br',
  'center',
  'code',
  'dd',
  'div',
  'dl',
  'dt',
  'em',
  'embed',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'head',
  'hr',
  'i',
  'img',
  'li',
  'listing',
  'menu',
  'meta',
  'nobr',
  'ol',
  'p',
  'pre',
  'ruby',
  's',
  'small',
  'span',
  'strong',
  'strike',
  'sub',
  'sup',
  'table',
  'tt',
  'u',
  'ul',
  'var',
]);
