import { RANKING } from '../../model/ranking.ts';
import type { IndexView } from '../contract.ts';

/**
 * Writes the body of `PUT /<index>` for Elasticsearch and OpenSearch. The one analyser serves prose and code and gives the kernel's terms; `docs/scale.md`
 * lists the differences. `_meta` names the state that the index holds.
 */
export async function* writeMapping(view: IndexView): AsyncGenerator<string> {
  const { k1, b } = RANKING.prose;
  const body = {
    settings: {
      similarity: { default: { type: 'BM25', k1, b: b.body } },
      analysis: toAnalysis(view.settings.stemming),
    },
    mappings: {
      dynamic: false,
      _meta: { collection: view.name, index_id: view.index_id },
      properties: PROPERTIES,
    },
  };
  yield `${JSON.stringify(body, null, 2)}\n`;
}

const UPPER = '[\\p{Lu}\\p{Lt}]';
const LOWER = '[\\p{L}&&[^\\p{Lu}\\p{Lt}]]';
const WORD = '[\\p{L}\\p{Nd}]';
const IN_WORD = '[\\p{L}\\p{M}\\p{Nd}]';
/** Letters of scripts without spaces; of Thai also the vowel signs. */
const PAIRED =
  '[[[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\\p{IsBopomofo}\\u30fc\\uff70\\u3006\\u3031-\\u3035]&&\\p{L}][\\p{IsThai}&&[\\p{L}\\p{M}]]]';
const ACCENT = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\ufe20-\\ufe2f]';
const INVISIBLE = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\ufe00-\\ufe0f]';

/** Borders of parts in an identifier: case, digits, and the last of several capitals unless a plural s follows (`URLs`). */
const BORDER = [
  `(?<=${LOWER}\\p{M}{0,3})(?=${UPPER})`,
  `(?<=\\p{Nd})(?=\\p{L})`,
  `(?<=\\p{L}\\p{M}{0,3})(?=\\p{Nd})`,
  `(?<=${UPPER}\\p{M}{0,3})(?=${UPPER}\\p{M}{0,3}(?!s(?!${IN_WORD}))${LOWER})`,
].join('|');

const MARK = '\ua788';
/** An identifier of p parts, nine or more, with fewer than 3p characters. With 22 parts that holds always: words end after 64 characters. */
const ID = [
  ...Array.from({ length: 13 }, (_, i) => i + 9).map(
    (p) => `(?=(?:[^-_]+[-_]){${p - 1}}[^-_]+$)(?:[-_]?[^-_]){1,${3 * p - 1}}$`,
  ),
  '(?:[^-_]+[-_]){21}',
].join('|');

const replace = (pattern: string, replacement: string) => ({ type: 'pattern_replace', pattern, replacement });

function toAnalysis(stemming: boolean): object {
  return {
    char_filter: {
      quire_invisible: replace(`${INVISIBLE}|(?<=[\\p{IsLatin}0-9]${ACCENT}{0,3})${ACCENT}`, ''),
      quire_pairs: replace(`(${PAIRED})(?=\\p{M}*(${PAIRED})?)`, ' $1$2 '),
      // The kernel cuts words here; without it a long line of base64 is a term that Lucene refuses.
      quire_cut: replace(`((?:${WORD}\\p{M}*[-_]?){64})(?=${WORD})`, '$1 '),
      quire_borders: replace(BORDER, '_'),
    },
    tokenizer: {
      quire_words: {
        type: 'pattern',
        pattern: `${PAIRED}{1,2}|${WORD}${IN_WORD}*(?:[-_]${WORD}${IN_WORD}*)*`,
        group: 0,
      },
    },
    filter: {
      // A hash or a random id (parts of under three characters on average) is one word.
      quire_ids: replace(`(?:\\G(?!^)|^(?=${ID}))([^-_]+)[-_]`, '$1'),
      // Drops parts that are a single letter. The mark counts as a letter and is in no text.
      quire_letters: replace('^[A-Za-z](?=[-_])|(?<=[-_])[A-Za-z](?=[-_]|$)', `${MARK}$0`),
      quire_parts: {
        type: 'word_delimiter_graph',
        preserve_original: true,
        split_on_case_change: false,
        split_on_numerics: false,
        stem_english_possessive: false,
      },
      quire_drop_letters: replace(`^${MARK}.$`, ''),
      quire_not_empty: { type: 'length', min: 1, max: 1024 },
      // A whole identifier still has its borders here: it is not stemmed.
      quire_whole: { type: 'keyword_marker', keywords_pattern: '.*[-_0-9].*' },
      quire_join: replace(`[-_${MARK}]`, ''),
    },
    analyzer: {
      quire_text: {
        type: 'custom',
        char_filter: ['quire_invisible', 'quire_pairs', 'quire_cut', 'quire_borders'],
        tokenizer: 'quire_words',
        filter: [
          ...['quire_ids', 'quire_letters', 'quire_parts', 'flatten_graph', 'quire_drop_letters', 'quire_not_empty'],
          ...['quire_whole', 'quire_join', 'asciifolding', 'lowercase'],
          ...(stemming ? ['porter_stem'] : []),
        ],
      },
    },
    normalizer: { quire_lower: { type: 'custom', filter: ['lowercase'] } },
  };
}

const KEYWORD = { type: 'keyword' } as const;
const INTEGER = { type: 'integer' } as const;
const TEXT = { type: 'text', analyzer: 'quire_text' } as const;
const NAME = { ...TEXT, fields: { raw: { type: 'keyword', normalizer: 'quire_lower', ignore_above: 1024 } } } as const;

const PROPERTIES = {
  id: KEYWORD,
  short_id: KEYWORD,
  ref: KEYWORD,
  slug: KEYWORD,
  path: NAME,
  kind: KEYWORD,
  language: KEYWORD,
  chunk_index: INTEGER,
  start_line: INTEGER,
  end_line: INTEGER,
  token_estimate: INTEGER,
  content_hash: KEYWORD,
  section_path: TEXT,
  heading_level: INTEGER,
  symbol: NAME,
  address: { type: 'keyword', ignore_above: 1024 },
  context: TEXT,
  asset_path: { type: 'keyword', ignore_above: 1024 },
  part: INTEGER,
  masked: { type: 'boolean' },
  source: KEYWORD,
  source_url: { type: 'keyword', ignore_above: 1024 },
  title: TEXT,
  description: TEXT,
  status_code: INTEGER,
  internal_links_count: INTEGER,
  external_links_count: INTEGER,
  source_type: KEYWORD,
  content: TEXT,
} as const;
