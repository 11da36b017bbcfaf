import type { IndexView } from '../contract.ts';

/**
 * Writes index settings with analysers close to ours: Unicode words, folded case and accents, identifiers whole and in parts, bigrams for Han, Kana
 * and Hangul, Porter stems. Whole identifiers stay unstemmed, as in ours.
 */
export async function* writeMapping(view: IndexView): AsyncGenerator<string> {
  const body = { settings: toSettings(view.settings.stemming), mappings: { dynamic: false, properties: PROPERTIES } };
  yield `${JSON.stringify(body, null, 2)}\n`;
}

function toSettings(stemming: boolean): object {
  const filter = ['quire_words', 'flatten_graph', 'lowercase', 'cjk_bigram', 'asciifolding'];
  const searchFilter = ['quire_words', 'lowercase', 'cjk_bigram', 'asciifolding'];
  const stem = stemming ? ['quire_keep', 'porter_stem', 'remove_duplicates'] : ['remove_duplicates'];
  return {
    similarity: {
      quire_body: { type: 'BM25', k1: 1.2, b: 0.75 },
    },
    analysis: {
      filter: {
        quire_words: {
          type: 'word_delimiter_graph',
          preserve_original: true,
          split_on_case_change: true,
          split_on_numerics: true,
          generate_word_parts: true,
          generate_number_parts: true,
          catenate_all: false,
          stem_english_possessive: false,
        },
        // Tokens with a digit, an underscore or a dash are identifiers: they are not stemmed.
        quire_keep: { type: 'keyword_marker', keywords_pattern: '.*[0-9_\\-].*' },
      },
      tokenizer: {
        quire_code: { type: 'pattern', pattern: '[^\\p{L}\\p{M}\\p{N}_\\-]+' },
      },
      analyzer: {
        quire_text: { type: 'custom', tokenizer: 'standard', filter: [...filter, ...stem] },
        quire_text_search: { type: 'custom', tokenizer: 'standard', filter: [...searchFilter, ...stem] },
        quire_code: { type: 'custom', tokenizer: 'quire_code', filter: [...filter, 'remove_duplicates'] },
        quire_code_search: { type: 'custom', tokenizer: 'quire_code', filter: [...searchFilter, 'remove_duplicates'] },
      },
      normalizer: { quire_lower: { type: 'custom', filter: ['lowercase'] } },
    },
  };
}

const KEYWORD = { type: 'keyword' } as const;
const INTEGER = { type: 'integer' } as const;
const TEXT = { type: 'text', analyzer: 'quire_text', search_analyzer: 'quire_text_search' } as const;
const CODE = { type: 'text', analyzer: 'quire_code', search_analyzer: 'quire_code_search' } as const;
const NAME = { ...CODE, fields: { raw: { type: 'keyword', normalizer: 'quire_lower', ignore_above: 1024 } } } as const;

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
  asset_path: KEYWORD,
  part: INTEGER,
  masked: { type: 'boolean' },
  source: KEYWORD,
  source_url: KEYWORD,
  title: TEXT,
  description: TEXT,
  status_code: INTEGER,
  internal_links_count: INTEGER,
  external_links_count: INTEGER,
  source_type: KEYWORD,
  content: { ...TEXT, similarity: 'quire_body' },
} as const;
