import { findDocumentFormat } from '../../kinds/document-format.ts';
import type { TableForm } from '../../tables/table-rows.ts';

/** Half-open UTF-16 span of only the value: quotes, names and schemes around it stay. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export interface Name {
  readonly at: number;
  /** End of the matched word; more of the name may follow. */
  readonly end: number;
  readonly kind: string;
  readonly word: string;
}

/** Keys in blocks, as JSON or as XML, and Kubernetes secrets. */
export type Form = 'block' | 'jwk' | 'xml' | 'kubernetes';

export interface Scan {
  /** In any order; they may overlap. */
  readonly found: readonly SecretSpan[];
  /** Every value is a setting: `.env`, `.ini`, `.properties`. */
  readonly isSettings: boolean;
  /** Settings among other content: YAML, JSON, XML, scripts. */
  readonly isConfig: boolean;
  /** Values run to the end of their line without quotes. */
  readonly isLineValue: boolean;
  /** Emphasis and elements may occur within a word. */
  readonly isMarkup: boolean;
  readonly tableForm: TableForm;
  readonly name: string;
  /** Forms in the text that need a second pass over all of it. */
  readonly seen: Set<Form>;
  /** Earliest start of the next name: a value that was checked contains no name. */
  nameFrom: number;
  add(start: number, end: number, kind: string): void;
}

const SETTINGS =
  /^\.env|\.(?:env|envrc|ini|cfg|cnf|conf|properties|tfvars|netrc|pypirc|npmrc|s3cfg|boto)$|^_?netrc$|^credentials$/i;
const CONFIG =
  /\.(?:ya?ml|json[5lc]?|toml|xml|config|plist|http|rest|sh|bash|zsh|bat|cmd|ps1|sql|tf|hcl|service|desktop|reg|log)$|^Dockerfile|^\.[a-z]+rc$/i;

export function createScan(path: string): Scan {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const tableForm = toTableForm(name);
  const found: SecretSpan[] = [];
  return {
    found,
    isSettings: SETTINGS.test(name),
    isConfig: CONFIG.test(name) || SETTINGS.test(name),
    isLineValue: /\.ya?ml$/i.test(name) || SETTINGS.test(name),
    isMarkup: /\.(?:md|markdown|mdx|svg|xml|xhtml)$/i.test(name),
    tableForm,
    name,
    seen: new Set(),
    nameFrom: 0,
    add: (start, end, kind) => {
      if (end > start) found.push({ start, end, kind });
    },
  };
}

const PROSE = /\.(?:md|markdown|mdx|txt|text|rst|adoc|asciidoc|org|x?html?|ipynb|wiki)$/i;

/** Depends on the reader that wrote the text. */
function toTableForm(name: string): TableForm {
  if (/\.[ct]sv$/i.test(name)) return 'csv';
  if (/\.tex$/i.test(name)) return 'tex';
  if (/\.sql$/i.test(name)) return 'sql';
  const format = findDocumentFormat(name);
  if (format === 'epub' || PROSE.test(name)) return 'prose';
  if (format === undefined) return 'page';
  if (format === 'xlsx' || format === 'ods') return 'sheet';
  return format === 'pdf' ? 'words' : 'flow';
}
