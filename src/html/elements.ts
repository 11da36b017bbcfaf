const BLOCKS = toSet(
  'address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 ' +
    'h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section select summary ' +
    'table tbody td textarea tfoot th thead title tr ul xmp',
);

export function isHeading(name: string): boolean {
  return name.length === 2 && name >= 'h1' && name <= 'h6';
}

/** True for elements that begin and end on their own line. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name);
}

/** Elements without an end tag. */
export const VOID = toSet('area base br col embed hr img input link meta param source track wbr');

/** Block start tags that close an open paragraph. */
export const CLOSES_P = toSet(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
    'li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);

/** An end tag closes nothing outside the cell or caption it is in, unless it belongs to a table. */
export const BARRIER = toSet('td th caption table template button');
export const CROSSES_BARRIER = toSet('table tr td th tbody thead tfoot body html');

const ROWS = ['tr', 'td', 'th'];
const ROW_GROUPS = { closes: ['thead', 'tbody', 'tfoot', ...ROWS], within: ['table'] };
const TERMS = { closes: ['dt', 'dd'], within: ['dl'] };
const TABLE_CELLS = { closes: ['td', 'th'], within: ['tr', 'table'] };

/** An open paragraph, and the containers up to which it is closed. */
export const PARAGRAPH = { closes: ['p'], within: ['td', 'th', 'table', 'button', 'li', 'div', 'section', 'article'] };

/** Elements that a start tag closes first, up to the nearest of its containers. */
export const IMPLIED: ReadonlyMap<string, { readonly closes: readonly string[]; readonly within: readonly string[] }> =
  new Map([
    ['li', { closes: ['li'], within: ['ul', 'ol', 'menu'] }],
    ['dt', TERMS],
    ['dd', TERMS],
    ['tr', { closes: ROWS, within: ['table'] }],
    ['td', TABLE_CELLS],
    ['th', TABLE_CELLS],
    ['thead', ROW_GROUPS],
    ['tbody', ROW_GROUPS],
    ['tfoot', ROW_GROUPS],
    ['option', { closes: ['option'], within: ['select'] }],
    ['a', { closes: ['a'], within: ['td', 'th', 'li', 'body'] }],
  ]);

/** Elements with text instead of markup; the tokenizer does not detect them. */
export const RAW_TEXT = toSet('style xmp iframe noembed noframes');
export const ESCAPABLE_TEXT = toSet('title textarea');

/** Elements whose text is not part of the visible page. */
export const SILENT = toSet(
  'script style noscript iframe template object svg head title canvas video audio map select datalist',
);

export const FOREIGN = toSet('svg math');

/** Elements of svg and math that contain HTML again, in the tokenizer's lower case. */
export const INTEGRATION_POINTS = toSet('foreignobject desc title mi mo mn ms mtext annotation-xml');

/** HTML start tags that end foreign content: without this, one unclosed `<svg>` would swallow the page. */
export const BREAKS_OUT = toSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span ' +
    'strong strike sub sup table tt u ul var',
);

function toSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
