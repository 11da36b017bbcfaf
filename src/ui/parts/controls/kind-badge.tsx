import { isCodeKind, type Kind } from '../../../model/kind.ts';
import * as css from './controls.module.css';

/** Other kinds are short themselves. */
const SHORT: Partial<Record<Kind, string>> = {
  markdown: 'MD',
  java_script: 'JS',
  type_script: 'TS',
  text: 'TXT',
  image: 'IMG',
  document: 'DOC',
  unknown: '?',
};

const LANGUAGES: Record<string, string> = {
  javascript: 'JS',
  typescript: 'TS',
  tsx: 'TSX',
  python: 'PY',
  rust: 'RS',
  java: 'JAVA',
  go: 'GO',
  c: 'C',
  cpp: 'C++',
  'c-sharp': 'C#',
  php: 'PHP',
  ruby: 'RB',
  bash: 'SH',
  css: 'CSS',
};

interface Props {
  readonly kind: Kind;
  readonly language?: string;
  readonly path?: string;
}

/** Shows the language where known (TS, GO), else the kind. */
export function KindBadge({ kind, language, path }: Props) {
  const text = (language && LANGUAGES[language]) || byExtension(kind, path) || (SHORT[kind] ?? kind.toUpperCase());
  return (
    <span className={css.badge} style={toKindColour(kind)} title={language ?? kind}>
      {text}
    </span>
  );
}

export function toKindColour(kind: string): { readonly color: string } {
  return { color: `var(--kind-${kind}, var(--edge-strong))` };
}

function byExtension(kind: Kind, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  // For prose in another markup, the extension is more specific than TXT.
  if (kind === 'text')
    return /\.(rst|adoc|org|tex|csv|tsv|ya?ml|toml|ini|xml|po)$/i.exec(path)?.[1]?.toUpperCase().replace('YML', 'YAML');
  if (kind === 'document') return /\.([^.]+)$/.exec(path)?.[1]?.toUpperCase();
  const match = isCodeKind(kind) ? /\.(\w{1,6})$/.exec(path) : null;
  return match?.[1]?.toUpperCase().replace(/^[MC](?=[JT]SX?$)/, '');
}
