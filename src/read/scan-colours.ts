import { COLOUR_NAMES, type ColourName, type Colours } from '../model/outputs/colours.ts';

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
export function scanColours(language: string, text: string): Colours | undefined {
  const patterns = Object.entries(BY_NAMES).find(([names]) => names.split(' ').includes(language))?.[1];
  if (patterns === undefined) return undefined;
  const spans: number[] = [];
  for (const match of text.matchAll(new RegExp(patterns.map(([, source]) => `(${source})`).join('|'), 'gim'))) {
    const [colour] = patterns[match.slice(1).findIndex((group) => group !== undefined)] as Patterns[number];
    spans.push(match.index, match.index + match[0].length, COLOUR_NAMES.indexOf(colour));
  }
  return Uint32Array.from(spans);
}
