import { toReference } from './make-reference.ts';
import { parseBibtex } from './parse-bibtex.ts';
import type { Reference } from './reference.ts';

/** Parses a reference file by its name: BibTeX, RIS, or CSL-JSON. Returns what it can read. */
export function parseReferences(path: string, text: string): Reference[] {
  if (/\.ris$/i.test(path)) return parseRis(text);
  return /\.json$/i.test(path) ? parseCsl(text) : parseBibtex(text);
}

/** Whether a JSON text begins as CSL-JSON does: a list of items with types and titles or dates. */
export function isCslJson(head: string): boolean {
  return (
    /^\s*\[\s*\{/.test(head) &&
    /"type"\s*:\s*"(?:article|book|chapter|paper|thesis|report|manuscript|dataset|webpage|document|software|legislation|speech|entry|post|review)/.test(
      head,
    ) &&
    /"(?:title|issued|author|DOI|citation-key)"\s*:/.test(head)
  );
}

/** BibTeX types of the types of RIS and CSL; others are `misc`. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ JOUR: 'article', MGZN: 'article', BOOK: 'book', CHAP: 'incollection', CPAPER: 'inproceedings' },
  ...{ CONF: 'inproceedings', THES: 'phdthesis', RPRT: 'techreport' },
  ...{ article: 'article', 'article-journal': 'article', 'article-magazine': 'article', book: 'book' },
  ...{ chapter: 'incollection', 'paper-conference': 'inproceedings', thesis: 'phdthesis', report: 'techreport' },
};

function parseRis(text: string): Reference[] {
  const entries: Map<string, string[]>[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, tag, value = ''] = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/.exec(line) ?? [];
    if (tag === 'TY') entries.push(new Map());
    const entry = entries.at(-1);
    if (tag === undefined || tag === 'ER' || entry === undefined) continue;
    entry.set(tag, [...(entry.get(tag) ?? []), value.trim()]);
  }
  return entries.map((entry) => {
    const first = (...tags: string[]): string => tags.map((tag) => entry.get(tag)?.[0] ?? '').find(Boolean) ?? '';
    const names = ['AU', 'A1'].flatMap((tag) => entry.get(tag) ?? []);
    const pages = [first('SP'), first('EP')].filter(Boolean).join('--');
    return fromFields({
      key: first('ID'),
      type: first('TY'),
      title: first('TI', 'T1', 'CT'),
      people: names.map((name) => name.split(',').map((part) => part.trim())),
      date: first('PY', 'Y1', 'DA'),
      doi: first('DO'),
      files: ['L1', 'L2', 'LK'].flatMap((tag) => entry.get(tag) ?? []),
      more: {
        journal: first('JO', 'JF', 'T2'),
        volume: first('VL'),
        number: first('IS'),
        pages,
        publisher: first('PB'),
      },
    });
  });
}

interface CslName {
  readonly family?: unknown;
  readonly given?: unknown;
  readonly literal?: unknown;
  readonly 'non-dropping-particle'?: unknown;
  readonly suffix?: unknown;
}

function parseCsl(text: string): Reference[] {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(items)) return [];
  return items.flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    const item = value as Readonly<Record<string, unknown>>;
    const get = (name: string): string => {
      const own = item[name];
      return typeof own === 'string' || typeof own === 'number' ? String(own) : '';
    };
    const names = Array.isArray(item.author) ? (item.author as CslName[]) : [];
    const attached = Array.isArray(item.attachments) ? (item.attachments as { readonly path?: unknown }[]) : [];
    if (get('title') === '') return [];
    return fromFields({
      key: get('citation-key') || get('id').replace(/^.*\//, ''),
      type: get('type'),
      title: get('title'),
      people: names.map(toCslName),
      date: JSON.stringify(item.issued ?? ''),
      doi: get('DOI'),
      files: attached.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
      more: {
        journal: get('container-title'),
        ...{ volume: get('volume'), number: get('issue'), pages: get('page'), publisher: get('publisher') },
        url: get('URL'),
      },
    });
  });
}

/** Last name, first name, and what follows. */
function toCslName(name: CslName): string[] {
  if (typeof name.literal === 'string') return [name.literal];
  const parts = [name['non-dropping-particle'], name.family].filter((part) => typeof part === 'string');
  return [parts.join(' '), ...[name.given, name.suffix].filter((part) => typeof part === 'string')];
}

interface Fields {
  readonly key: string;
  readonly type: string;
  readonly title: string;
  /** Last name, first name, and what follows. */
  readonly people: readonly (readonly string[])[];
  readonly date: string;
  readonly doi: string;
  readonly files: readonly string[];
  readonly more: Readonly<Record<string, string>>;
}

function fromFields({ people, more, type, ...rest }: Fields): Reference {
  const made = toReference({
    ...rest,
    type: TYPES[type] ?? 'misc',
    title: rest.title.replace(/<\/?[a-z]+>/gi, ''),
    authors: people.map(([last = '', first = '', after = '']) => [first, last, after].filter(Boolean).join(' ')),
    key: rest.key.replace(/[\s,{}()="#%]+/g, ''),
    fields: [],
  });
  return { ...made, fields: toFields(made, people, more) };
}

/** Writes fields of other formats as BibTeX. */
export function toFields(
  { title, authors, year, doi }: Pick<Reference, 'title' | 'authors' | 'year' | 'doi'>,
  people?: readonly (readonly string[])[],
  more: Readonly<Record<string, string>> = {},
): Reference['fields'] {
  const all = [
    ['title', `{${escapeLatex(title)}}`],
    ['author', (people?.map(toBibName) ?? authors.map(escapeLatex)).join(' and ')],
    ['year', year === undefined ? '' : String(year)],
    ['doi', doi ?? ''],
    ...Object.entries(more).map(([name, value]) => [name, name === 'url' ? value : escapeLatex(value)] as const),
  ] as const;
  return all.filter(([, value]) => value !== '' && value !== '{}');
}

/** A name of one part is an organisation. */
function toBibName(parts: readonly string[]): string {
  const [last = '', first = '', after] = parts.map(escapeLatex);
  if (first === '') return `{${last}}`;
  return after === undefined ? `${last}, ${first}` : `${last}, ${after}, ${first}`;
}

function escapeLatex(text: string): string {
  return text.replace(/[{}\\]/g, '').replace(/[&%$#_]/g, '\\$&');
}

/** Writes references as BibTeX, in the order given. */
export function toBibtex(references: readonly Pick<Reference, 'key' | 'type' | 'fields'>[]): string {
  return references
    .map(({ key, type, fields }) => {
      const lines = fields.map(([name, value]) => `  ${name} = {${value}}`);
      return `@${type}{${[key, ...lines].join(',\n')}\n}\n`;
    })
    .join('\n');
}
