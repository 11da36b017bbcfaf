import { RANKING } from '../../model/ranking.ts';
import type { IndexView } from '../contract.ts';

/** Writes tables and functions for PostgreSQL 15 and later; `docs/scale.md` shows how to load `chunks.jsonl` and deltas. */
export async function* writeSchema(view: IndexView): AsyncGenerator<string> {
  yield `-- Quire collections in PostgreSQL 15 or later, in the first schema of search_path.\n${ENCODING}${TABLES}${toTerms(view.settings.stemming)}${LOAD}${SEARCH}${BM25}`;
}

const ENCODING = `
set client_encoding = 'UTF8';
do $$ begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'quire: the encoding of this database is %, it must be UTF8', current_setting('server_encoding')
      using hint = 'create database name encoding ''UTF8'' template template0';
  end if;
end $$;
`;

const TABLES = `
create table if not exists quire_collections (
  name text primary key,
  index_id text not null,
  chunks bigint not null,
  -- Sums of the terms in headings, symbols, paths, and bodies with titles.
  lengths bigint[] not null
);
create table if not exists quire_files (
  collection text not null references quire_collections on delete cascade,
  path text not null,
  kind text not null,
  language text,
  source text not null,
  title text,
  description text,
  url text,
  primary key (collection, path)
);
create table if not exists quire_chunks (
  collection text not null,
  id text not null,
  path text not null,
  chunk_index integer not null,
  start_line integer not null,
  end_line integer not null,
  section_path text not null,
  symbol text,
  address text,
  context jsonb,
  content text not null,
  -- A: headings, B: symbol, C: path, D: body and title of the file.
  terms tsvector not null,
  lengths integer[] not null,
  primary key (collection, id),
  foreign key (collection, path) references quire_files on delete cascade
);
create index if not exists quire_chunks_terms on quire_chunks using gin (terms);
create index if not exists quire_chunks_path on quire_chunks (collection, path);
`;

const PAIRED =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u1100-\\u11ff\\u3005\\u3006\\u3031-\\u3035\\u3041-\\u30ff\\u3105-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f';
const BORDER = [
  '(?<=[[:lower:]])(?=[[:upper:]])',
  '(?<=[0-9])(?=[[:alpha:]])',
  '(?<=[[:alpha:]])(?=[0-9])',
  '(?<=[[:upper:]])(?=[[:upper:]](?!s(?![[:alnum:]]))[[:lower:]])',
].join('|');

/** The kernel's terms in SQL: words, parts of identifiers and the whole, pairs of characters where a script has no spaces. */
function toTerms(stemming: boolean): string {
  // PostgreSQL has the first edition of Porter's rules; the kernel also shortens -logy and -bly.
  const inSecondEdition = `regexp_replace(regexp_replace(word, '([aeiouy][^aeiouy].*bl)(y|ies)$', '\\1e'),
    '([aeiouy][^aeiouy].*log)(y|ies)$', '\\1')`;
  const stem = stemming ? `coalesce((ts_lexize('quire_stem', ${inSecondEdition}))[1], word)` : 'word';
  return `
do $$ begin
  create text search dictionary quire_stem (template = snowball, language = porter);
exception when unique_violation then null;
end $$;

create or replace function quire_stemmed(word text) returns text language sql immutable parallel safe as $$
  select case when word ~ '^[a-z]{3,}$' then ${stem} else word end
$$;

create or replace function quire_terms(value text) returns text[] language plpgsql immutable parallel safe as $$
declare
  terms text[] := '{}';
  word text;
  parts text[];
  part text;
begin
  if value ~ '[^\\x01-\\x7f]' then
    value := regexp_replace(value, '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\ufe00-\\ufe0f]', '', 'g');
    value := normalize(regexp_replace(normalize(value, NFKD), '([A-Za-z])[\\u0300-\\u036f]+', '\\1', 'g'), NFC);
    value := regexp_replace(value, '([${PAIRED}]+)', ' \\1 ', 'g');
    value := replace(replace(replace(translate(value, 'øØłŁđĐ', 'oOlLdD'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  end if;
  value := regexp_replace(value, '((?:[[:alnum:]][-_]?){64})(?=[[:alnum:]])', '\\1 ', 'g');
  value := regexp_replace(value, '${BORDER}', '_', 'g');
  for word in
    select m[1] from regexp_matches(lower(value), '((?:[[:alnum:]${PAIRED}]+[-_])*[[:alnum:]${PAIRED}]+)', 'g') m
  loop
    if word ~ '[${PAIRED}]' then
      terms := terms || array(select substr(word, i, 2) from generate_series(1, length(word)) i);
      continue;
    end if;
    parts := string_to_array(translate(word, '-', '_'), '_');
    word := left(array_to_string(parts, ''), 64);
    if cardinality(parts) = 1 or cardinality(parts) > 8 and length(word) < 3 * cardinality(parts) then
      terms := terms || quire_stemmed(word);
      continue;
    end if;
    terms := terms || word;
    foreach part in array parts loop
      if part !~ '^[a-z]$' then terms := terms || quire_stemmed(left(part, 64)); end if;
    end loop;
  end loop;
  return terms;
end $$;

create or replace function quire_vector(terms text[], weight "char") returns tsvector language sql immutable parallel safe as $$
  select coalesce(setweight(string_agg('''' || term || ''':' || least(at, 16383), ' ')::tsvector, weight), '')
  from unnest(terms) with ordinality as t (term, at)
$$;
`;
}

const LOAD = `
-- Replaces a collection with the lines of the table quire_staging, or applies a delta to it. Everything is checked first; one transaction.
create or replace function quire_load(of_collection text, to_index_id text, from_index_id text default null, replaced jsonb default '[]')
returns bigint language plpgsql set search_path from current as $$
declare
  bad text;
  held text;
begin
  create temporary table quire_rows on commit drop as
    select line::jsonb as r from quire_staging where line <> '';
  select coalesce(r->>'id', 'without an id') into bad from quire_rows
    where r->>'id' !~ '^[0-9a-f]{64}$' or not r ?& array['id', 'path', 'content', 'content_hash']
      or encode(sha256(convert_to(r->>'content', 'UTF8')), 'hex') <> r->>'content_hash'
      or from_index_id is not null and not replaced ? (r->>'path') limit 1;
  if found then raise exception 'quire: chunk % is damaged or belongs to no changed file', bad; end if;
  select index_id into held from quire_collections where name = of_collection for update;
  if from_index_id is not null and from_index_id is distinct from held then
    raise exception 'quire: % holds %, the delta starts from %', of_collection, coalesce(held, 'nothing'), from_index_id;
  end if;
  if from_index_id is null then
    if not exists (select from quire_rows) then raise exception 'quire: no chunks to load'; end if;
    delete from quire_collections where name = of_collection;
    insert into quire_collections values (of_collection, to_index_id, 0, '{0,0,0,0}');
  else
    delete from quire_files f where f.collection = of_collection and replaced ? f.path;
  end if;
  insert into quire_files
    select distinct on (r->>'path') of_collection, r->>'path', r->>'kind', r->>'language', r->>'source', r->>'title', r->>'description', r->>'source_url'
    from quire_rows;
  insert into quire_chunks
    select of_collection, r->>'id', r->>'path', (r->>'chunk_index')::int, (r->>'start_line')::int, (r->>'end_line')::int,
      r->>'section_path', r->>'symbol', r->>'address', r->'context', r->>'content',
      quire_vector(a, 'A') || quire_vector(b, 'B') || quire_vector(c, 'C') || quire_vector(d, 'D'),
      array[cardinality(a), cardinality(b), cardinality(c), cardinality(d)]
    from quire_rows, lateral (select quire_terms(r->>'section_path') as a, quire_terms(coalesce(r->>'symbol', '')) as b,
      quire_terms(r->>'path') as c, quire_terms(concat_ws(' ', r->>'title', r->>'content')) as d offset 0) t;
  update quire_collections set index_id = to_index_id, (chunks, lengths) = (
    select count(*), array[coalesce(sum(lengths[1]), 0), coalesce(sum(lengths[2]), 0), coalesce(sum(lengths[3]), 0), coalesce(sum(lengths[4]), 0)]
    from quire_chunks where collection = of_collection) where name = of_collection;
  drop table quire_rows;
  truncate quire_staging;
  return (select chunks from quire_collections where name = of_collection);
end $$;
`;

const { k1, b, weight } = RANKING.prose;
const most = Math.max(weight.body, weight.heading, weight.symbol, weight.path);
const share = (value: number): number => value / most;

const toTf = (field: 'heading' | 'symbol' | 'path' | 'body', at: number): string =>
  `${weight[field]} / (${1 - b[field]} + ${b[field]} * c.lengths[${at}] * n / greatest(total.lengths[${at}], 1))`;

/** BM25F of the best candidates; the candidates come from the inverted index by the frequency of their words. */
const SEARCH = `
create or replace function quire_candidates(query text, wanted integer, in_collection text) returns table (collection text, id text)
language sql stable as $$
  with words as materialized (select distinct term, ('''' || term || '''')::tsquery as q from unnest(quire_terms(query)) term),
  total as (select sum(chunks) as n from quire_collections),
  found as materialized (
    select c.collection, c.id, w.term, ts_rank('{${share(weight.body)},${share(weight.path)},${share(weight.symbol)},${share(weight.heading)}}', c.terms, w.q, 1) as rank
    from words w join quire_chunks c on c.terms @@ w.q where in_collection is null or c.collection = in_collection),
  rare as (select term, ln(1 + n / count(*)) as idf from found, total group by term, n)
  select collection, id from found join rare using (term) group by 1, 2 order by sum(rank * idf) desc, 1, 2 limit wanted
$$;

create or replace function quire_search(query text, max_hits integer default 10, in_collection text default null)
returns table (collection text, id text, path text, start_line integer, end_line integer, section_path text, content text, score double precision)
language sql stable set search_path from current as $$
  with words as materialized (
    select term, count(*) * 2.0 / (count(*) + 1) as weight, ('''' || term || '''')::tsquery as q
    from unnest(quire_terms(query)) term group by term),
  total as materialized (
    select sum(chunks)::float as n, array[sum(lengths[1]), sum(lengths[2]), sum(lengths[3]), sum(lengths[4])] as lengths from quire_collections),
  rare as materialized (
    select w.term, w.weight * ln(1 + (n - df + 0.5) / (df + 0.5)) as idf
    from words w, total, lateral (select count(*) as df from quire_chunks c where c.terms @@ w.q) d where df > 0),
  counted as materialized (
    select c.collection, c.id, u.lexeme, sum(case place
      when 'A' then ${toTf('heading', 1)} when 'B' then ${toTf('symbol', 2)} when 'C' then ${toTf('path', 3)} else ${toTf('body', 4)} end) as tf
    from quire_candidates(query, greatest(500, max_hits), in_collection) join quire_chunks c using (collection, id), total,
      unnest(c.terms) u, unnest(u.weights) place
    where u.lexeme = any (array(select term from rare)) group by 1, 2, 3),
  ranked as (
    select collection, id, sum(idf * tf * ${k1 + 1} / (tf + ${k1})) as score from counted join rare on term = lexeme group by 1, 2 order by 3 desc, 1, 2 limit max_hits)
  select collection, id, c.path, c.start_line, c.end_line, c.section_path, c.content, score
  from ranked join quire_chunks c using (collection, id) order by score desc, 1, 2
$$;
`;

/** Candidates by the extension's index, and by names, which it doesn't hold. */
const BM25 = `
do $do$ begin
  if not exists (select from pg_available_extensions where name = 'pg_textsearch') then return; end if;
  create extension if not exists pg_textsearch;
  create index if not exists quire_chunks_bm25 on quire_chunks using bm25 (content) with (text_config = 'english');
  create or replace function quire_candidates(query text, wanted integer, in_collection text) returns table (collection text, id text)
  language sql stable as $$
    (select collection, id from quire_chunks where in_collection is null or collection = in_collection
      order by content <@> to_bm25query(query, 'quire_chunks_bm25') limit wanted)
    union
    (select collection, id from quire_chunks, (
        select to_tsquery('simple', string_agg('''' || term || ''':ABC', ' | ')) as q from unnest(quire_terms(query)) term) w
      where terms @@ q and (in_collection is null or collection = in_collection)
      order by ts_rank('{0,1,1,1}', terms, q, 1) desc limit wanted)
  $$;
end $do$;
`;
