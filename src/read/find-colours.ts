import type { Tree, TreeCursor } from 'web-tree-sitter';
import { LANGUAGE_BY_EXTENSION } from '../kinds/programming-languages.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { LIMITS } from '../model/limits.ts';
import { COLOUR_NAMES, type ColourName, type Colours, NO_COLOURS } from '../model/outputs/colours.ts';
import { parseInTurn, toParseFuel } from './code/parser-runtime.ts';
import type { ParserSource } from './contract.ts';

/** Common names of languages besides the names of grammars and file extensions. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['golang', 'go'],
  ['shell', 'bash'],
  ['console', 'bash'],
  ['shell-session', 'bash'],
  ['csharp', 'c-sharp'],
  ['c#', 'c-sharp'],
  ['jsonc', 'javascript'],
  ['node', 'javascript'],
  ['python3', 'python'],
  ['pycon', 'python'],
]);

const GRAMMARS: ReadonlySet<string> = new Set(LANGUAGE_BY_EXTENSION.values());

/** Finds the grammar for a language by any of its names. */
export function findGrammar(name: string): string | undefined {
  const lower = toAsciiLower(name);
  if (GRAMMARS.has(lower)) return lower;
  return LANGUAGE_BY_EXTENSION.get(lower) ?? OTHER_NAMES.get(lower);
}

/** Finds the colours of a text. None where the language is unknown or the text is too long. Rejects with `read/grammar-missing`. */
export async function findColours(source: ParserSource, language: string, text: string): Promise<Colours> {
  const grammar = findGrammar(language);
  if (text === '' || text.length > LIMITS.maxColourChars) return NO_COLOURS;
  if (grammar === undefined) return scanColours(toAsciiLower(language), text) ?? NO_COLOURS;
  const fuel = toParseFuel(text.length);
  return (
    (await parseInTurn({ source, text, grammar, fuel }, (tree) => collectColours(tree, text.length))) ?? NO_COLOURS
  );
}

/** Sources of patterns by colour, tried in this order. Each ends where it must, so that a text is scanned in linear time. */
type Patterns = readonly (readonly [ColourName, string])[];

const END = '(?![^])';
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;

const SQL_WORDS =
  'add|all|alter|and|as|asc|begin|between|by|case|check|column|commit|constraint|create|cross|default|delete|desc|distinct|drop|else|end|exists|foreign|from|full|function|grant|group|having|if|in|index|inner|insert|into|is|join|key|left|like|limit|not|offset|on|or|order|outer|primary|procedure|references|replace|returning|returns|right|rollback|select|set|table|then|to|trigger|truncate|union|unique|update|using|values|view|when|where|with';
const SQL_TYPES =
  'bigint|bigserial|blob|boolean|bytea|char|date|decimal|double|float|int|integer|interval|json|jsonb|numeric|real|serial|smallint|text|time|timestamp|timestamptz|tinyint|uuid|varchar';
const SCRIPT_WORDS =
  'async|await|case|catch|class|const|default|else|export|extends|finally|for|from|function|if|import|let|new|of|return|switch|throw|try|type|interface|typeof|var|while';
const DOCKER_WORDS =
  'from|run|cmd|label|maintainer|expose|env|add|copy|entrypoint|volume|user|workdir|arg|onbuild|stopsignal|healthcheck|shell';

const XML: Patterns = [
  ['comment', `<!--[^]*?(?:-->|${END})`],
  ['meta', '<[?!][^>]*>'],
  ['keyword', String.raw`<\/?[A-Za-z][\w:.-]*|\/?>`],
  ['string', `(?<==)(?:"[^"]*"|'[^']*')`],
  ['name', String.raw`[\w:@.#-]+(?==["'{])`],
];
const BY_NAMES: Readonly<Record<string, Patterns>> = {
  'sql psql mysql sqlite': [
    ['comment', String.raw`--[^\n]*|\/\*[^]*?(?:\*\/|${END})`],
    ['string', `'(?:[^']|'')*'`],
    ['number', String.raw`\b(?:true|false|null|\d[\d.]*)\b`],
    ['type', `\\b(?:${SQL_TYPES})\\b`],
    ['keyword', `\\b(?:${SQL_WORDS})\\b`],
  ],
  'xml xsd xsl xslt plist pom csproj html htm xhtml erb ejs handlebars jinja liquid twig jsp razor': XML,
  'vue svelte astro': [
    ...XML,
    ['comment', String.raw`^[ \t]*\/\/[^\n]*|\/\*[^]*?(?:\*\/|${END})`],
    ['string', QUOTED],
    ['keyword', `\\b(?:${SCRIPT_WORDS})\\b(?=[\\s({'"*;])`],
  ],
  'toml ini cfg conf properties env editorconfig': [
    ['comment', String.raw`^[ \t]*[#;!][^\n]*|(?<=\s)#[^\n]*`],
    ['meta', String.raw`^[ \t]*\[[^\]\n]*\]+`],
    ['name', String.raw`^[ \t]*[\w.$"'-]+(?=[ \t]*[=:])`],
    ['string', `"""[^]*?(?:"""|${END})|'''[^]*?(?:'''|${END})|${QUOTED}`],
    ['number', String.raw`\b(?:true|false|\d[\w.:+-]*)\b`],
  ],
  'dockerfile containerfile docker': [
    ['comment', String.raw`^[ \t]*#[^\n]*`],
    ['keyword', `^[ \\t]*(?:${DOCKER_WORDS})\\b|(?<=\\s)as(?=\\s)`],
    ['string', QUOTED],
    ['name', String.raw`\$\{?\w+(?:[^}\n]*\})?`],
  ],
};

/** Finds the colours of a language without a grammar, by its tokens; undefined for any other language. */
function scanColours(language: string, text: string): Colours | undefined {
  const patterns = Object.entries(BY_NAMES).find(([names]) => names.split(' ').includes(language))?.[1];
  if (patterns === undefined) return undefined;
  const spans: number[] = [];
  for (const match of text.matchAll(new RegExp(patterns.map(([, source]) => `(${source})`).join('|'), 'gim'))) {
    const [colour] = patterns[match.slice(1).findIndex((group) => group !== undefined)] as Patterns[number];
    spans.push(match.index, match.index + match[0].length, COLOUR_NAMES.indexOf(colour));
  }
  return Uint32Array.from(spans);
}

/** Node names of all the grammars in use. Children paint over their parents. */
const BY_TYPE: Readonly<Record<ColourName | 'plain', RegExp>> = {
  comment: /comment$/,
  // An interpolation inside a string is code again.
  plain:
    /^(?:interpolation|template_substitution|string_interpolation|expansion|command_substitution|simple_expansion)$/,
  string:
    /^(?:(?:raw_|interpreted_|template_|verbatim_|interpolated_|encapsed_|ansi_c_|system_lib_)?string(?:_literal|_expression|_value)?|(?:char|character|rune)(?:_literal)?|regex|heredoc|heredoc_body|nowdoc|simple_symbol|text_block)$/,
  number:
    /^(?:number|integer|float|complex|rational|(?:number|integer|int|float|real|imaginary|(?:decimal|hex|octal|binary)_(?:integer|floating_point))_literal|integer_value|float_value|color_value|true|false|null|nil|none|undefined|null_literal|boolean|boolean_literal|true_literal|false_literal)$/,
  keyword:
    /^(?:self|this|super|base|crate|mutable_specifier|optional_type_marker|visibility_modifier|tag_name|important|at_keyword|pass|null_coalescing|variadic_parameter_marker)$/,
  type: /^(?:type_identifier|primitive_type|predefined_type|void_type|integral_type|floating_point_type|boolean_type|sized_type_specifier|implicit_type|type|constant|class_name|id_name|builtin_type)$/,
  name: /^(?:property_name|command_name)$/,
  meta: /^(?:decorator|attribute_item|inner_attribute_item|annotation|marker_annotation|attribute_list|attribute_group)$/,
};

/** A keyword or directive of the language, such as `return`, `@media` or `#include`. */
const KEYWORD = /^[#@]?[A-Za-z][\w -]*$/;

/** Nodes whose child names a declaration. */
const DECLARATION =
  /(?:function|method|class|interface|struct|enum|trait|module|constructor|record|namespace|mod|type|const|static|macro|union)_(?:definition|declaration|item|specifier|spec|signature|signature_item|alias_declaration|elem|statement)$|^(?:function_declarator|class|module|method|singleton_method|compact_constructor_declaration|delegate_declaration|internal_module)$/;

const NAME_FIELDS: ReadonlySet<string> = new Set(['name', 'declarator']);
const IDENTIFIER = /identifier$|^(?:name|constant|word)$/;

/** Types whose keywords are painted as types. */
const BUILT_IN_TYPE = /^(?:predefined|primitive|void|integral|floating_point|boolean)_type$|^sized_type_specifier$/;

const PLAIN = COLOUR_NAMES.length + 1;

/** Assigns colours to the parts of a text. Text with syntax errors keeps the colours of its words. */
function collectColours(tree: Tree, length: number): Colours {
  // 0: not painted; otherwise the index in COLOUR_NAMES plus one.
  const painted = new Uint8Array(length);
  const cursor = tree.walk();
  try {
    paint(cursor, painted);
  } finally {
    cursor.delete();
  }
  return toSpans(painted);
}

function paint(cursor: TreeCursor, painted: Uint8Array): void {
  const kinds = new Map<number, Kind>();
  const parents: Kind[] = [];
  const enter = (): Kind => {
    const id = cursor.nodeTypeId;
    const kind = kinds.get(id) ?? toKind(cursor.nodeType, cursor.nodeIsNamed);
    kinds.set(id, kind);
    const isName = kind.isIdentifier && parents.at(-1)?.declares && NAME_FIELDS.has(cursor.currentFieldName ?? '');
    const colour = isName ? NAME : kind.colour;
    if (colour > 0) painted.fill(colour === PLAIN ? 0 : colour, cursor.startIndex, cursor.endIndex);
    return kind;
  };
  for (let kind = enter(); ; kind = enter()) {
    if (!kind.isWhole && cursor.gotoFirstChild()) {
      parents.push(kind);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return;
      parents.pop();
    }
  }
}

interface Kind {
  readonly colour: number;
  /** The walk doesn't descend into it. */
  readonly isWhole: boolean;
  readonly declares: boolean;
  readonly isIdentifier: boolean;
}

const NAME = toNumber('name');

function toNumber(name: ColourName): number {
  return COLOUR_NAMES.indexOf(name) + 1;
}

function toKind(type: string, isNamed: boolean): Kind {
  if (!isNamed) {
    const colour = KEYWORD.test(type) ? toNumber('keyword') : 0;
    return { colour, isWhole: true, declares: false, isIdentifier: false };
  }
  const found = (Object.keys(BY_TYPE) as (ColourName | 'plain')[]).find((name) => BY_TYPE[name].test(type));
  return {
    colour: found === undefined ? 0 : found === 'plain' ? PLAIN : toNumber(found),
    isWhole: found === 'comment' || BUILT_IN_TYPE.test(type),
    declares: DECLARATION.test(type),
    isIdentifier: IDENTIFIER.test(type),
  };
}

function toSpans(painted: Uint8Array): Colours {
  const spans: number[] = [];
  for (let start = 0; start < painted.length; ) {
    const colour = painted[start] as number;
    let end = start + 1;
    while (end < painted.length && painted[end] === colour) end++;
    if (colour > 0) spans.push(start, end, colour - 1);
    start = end;
  }
  return Uint32Array.from(spans);
}
