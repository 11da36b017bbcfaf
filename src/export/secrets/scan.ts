/** Half-open UTF-16 span of the value alone: quotes, names and schemes around it stay. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** A name that says that a secret follows. */
export interface Name {
  readonly at: number;
  /** After the telling word; more of the name may follow. */
  readonly end: number;
  readonly kind: string;
  readonly word: string;
}

/** Keys in blocks, as JSON or as XML, and secrets of Kubernetes. */
export type Form = 'block' | 'jwk' | 'xml' | 'kubernetes';

/** One reading of one text. */
export interface Scan {
  /** In any order; they may overlap. */
  readonly found: readonly SecretSpan[];
  /** Every value is a setting: `.env`, `.ini`, `.properties`. */
  readonly isSettings: boolean;
  /** Settings among other things: YAML, JSON, XML, scripts. */
  readonly isConfig: boolean;
  /** Values run to the end of their line without quotes. */
  readonly isLineValue: boolean;
  /** Emphasis and elements may stand within a word. */
  readonly isMarkup: boolean;
  /** Rows of cells: `csv` or `tsv`. */
  readonly isTable: boolean;
  /** The file's name without folders. */
  readonly name: string;
  /** What the text holds that is worth another look at the whole of it. */
  readonly seen: Set<Form>;
  /** Where the name of the next value may begin: inside of a value that was looked at there is none. */
  nameFrom: number;
  /** The last table: where its first row ends, where it ends, and how many of its columns were looked at. */
  table: { readonly headEnd: number; readonly end: number; readonly columns: number };
  add(start: number, end: number, kind: string): void;
}

const SETTINGS =
  /^\.env|\.(?:env|envrc|ini|cfg|cnf|conf|properties|tfvars|netrc|pypirc|npmrc|s3cfg|boto)$|^_?netrc$|^credentials$/i;
const CONFIG =
  /\.(?:ya?ml|json[5lc]?|toml|xml|config|plist|http|rest|sh|bash|zsh|bat|cmd|ps1|sql|tf|hcl|service|desktop|reg|log)$|^Dockerfile|^\.[a-z]+rc$/i;

export function createScan(path: string): Scan {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found: SecretSpan[] = [];
  return {
    found,
    isSettings: SETTINGS.test(name),
    isConfig: CONFIG.test(name) || SETTINGS.test(name),
    isLineValue: /\.ya?ml$/i.test(name) || SETTINGS.test(name),
    isMarkup: /\.(?:md|markdown|mdx|svg|xml|xhtml)$/i.test(name),
    isTable: /\.[ct]sv$/i.test(name),
    name,
    seen: new Set(),
    nameFrom: 0,
    table: { headEnd: 0, end: 0, columns: 0 },
    add: (start, end, kind) => {
      if (end > start) found.push({ start, end, kind });
    },
  };
}
