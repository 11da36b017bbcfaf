import { FUNCTION_WORD_NUMBERS, LANGUAGES } from '../../kinds/natural-languages.ts';
import { SECONDARY } from '../../kinds/secondary.ts';
import { isCodeKind, KINDS } from '../../model/kind.ts';
import { LIMITS } from '../../model/limits.ts';
import { RANKED_FIELDS, RANKING } from '../../model/ranking.ts';
import type { IndexView } from '../contract.ts';

/** Writes tables and functions for PostgreSQL 15 and later; `docs/scale.md` shows how to load `chunks.jsonl` and deltas. */
export async function* writeSchema(view: IndexView): AsyncGenerator<string> {
  yield `-- Quire collections in PostgreSQL 15 or later, in the first schema of search_path.\n${ENCODING}${TABLES}${toTerms(view.settings.stemming)}${CLASS}${LOAD}${SEARCH}`;
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
do $$ begin
  if exists (select from pg_attribute where attrelid = to_regclass('quire_chunks') and attname = 'terms' and not attisdropped) then
    raise exception 'quire: these tables are from an earlier version'
      using hint = 'drop table quire_chunks, quire_files, quire_collections, then load your exports again';
  end if;
end $$;
create table if not exists quire_collections (
  name text primary key,
  index_id text not null,
  chunks bigint not null,
  -- Of bodies, headings, symbols, and of paths and titles of files: how many terms, and how many have any.
  lengths bigint[] not null,
  filled bigint[] not null
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
  -- Its number in postings.
  n integer not null,
  -- 1: code or generated, 2: a test, an example, a change log …
  class integer not null,
  -- Terms in body, headings, symbol, path and title.
  lengths integer[] not null,
  primary key (collection, id),
  foreign key (collection, path) references quire_files on delete cascade
);
create unique index if not exists quire_chunks_n on quire_chunks (n, collection) include (class, lengths);
create index if not exists quire_chunks_path on quire_chunks (collection, path);
create table if not exists quire_postings (
  collection text not null references quire_collections on delete cascade,
  term text collate "C" not null,
  -- Chunks that have the term, and how often: bits for each field.
  chunks integer[] not null,
  counts integer[] not null,
  primary key (term, collection)
);
alter table quire_postings alter chunks set storage external, alter counts set storage external;
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

-- A query that goes to another server is read with an empty search_path.
create or replace function quire_terms(value text) returns text[] language plpgsql immutable parallel safe set search_path from current as $$
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

create or replace function quire_plain(value text) returns text language sql immutable parallel safe as $$
  select ' ' || regexp_replace(lower(value), '[^[:alnum:]]+', ' ', 'g') || ' '
$$;

-- Cuts where no term goes on. The same words occur again and again: a load makes the terms of each once.
create or replace function quire_words(value text) returns setof text language sql immutable parallel safe as $$
  select word from regexp_split_to_table(value, '[\\x01-,./:-@\\[-^\`{-\\x7f]+') word where word <> ''
$$;
`;
}

/** Bits of each field in the counts of a posting; more occurrences add next to nothing. */
const BITS = { body: 12, heading: 6, symbol: 5, path: 4, title: 4 };
const FIELDS = RANKED_FIELDS.map((name, i) => {
  const before = RANKED_FIELDS.slice(0, i).reduce((sum, field) => sum + BITS[field], 0);
  return { name, at: i + 1, shift: before, most: (1 << BITS[name]) - 1 };
});
const each = (toSql: (field: (typeof FIELDS)[number]) => string, between = ', '): string =>
  FIELDS.map(toSql).join(between);

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const CLASS = `
create or replace function quire_class(path text, kind text) returns integer language sql immutable parallel safe as $$
  select case when is_code or made then 1 else 0 end + case when made or path ~* ${quote(SECONDARY.anyCase.all)}
    or is_code and path ~ ${quote(SECONDARY.code)} or not is_code and path ~* ${quote(SECONDARY.anyCase.prose)} then 2 else 0 end
  from (select kind in (${KINDS.filter(isCodeKind).map(quote).join(', ')}) as is_code, path ~* ${quote(SECONDARY.anyCase.generated)} as made) k
$$;
`;

const LOAD = `
-- Replaces a collection with the lines of the table quire_staging, or applies a delta to it. Everything is checked first; one transaction.
create or replace function quire_load(of_collection text, to_index_id text, from_index_id text default null, replaced jsonb default '[]')
returns bigint language plpgsql set search_path from current set work_mem = '128MB' set jit = off as $$
declare
  bad text;
  held text;
begin
  create temporary table quire_rows on commit drop as
    select line::jsonb as r, row_number() over ()::int as n from quire_staging where line <> '';
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
    insert into quire_collections values (of_collection, to_index_id, 0, '{}', '{}');
  else
    update quire_rows set n = n + (select max(c.n) from quire_chunks c where c.collection = of_collection);
  end if;
  create temporary table quire_texts on commit drop as
    select n, false as gone, array[r->>'content', r->>'section_path', r->>'symbol', r->>'path', r->>'title'] as texts from quire_rows
    union all select n, true, array[content, section_path, symbol, path, title]
    from quire_chunks join quire_files using (collection, path) where collection = of_collection and replaced ? path;
  delete from quire_files f where f.collection = of_collection and replaced ? f.path;
  create temporary table quire_counted on commit drop as
    select n, gone, field, word, times from quire_texts, unnest(texts) with ordinality t (text, field),
      lateral (select word, count(*) as times from quire_words(text) word group by word) w;
  create temporary table quire_dictionary on commit drop as
    select word, quire_terms(word) as terms from (select distinct word from quire_counted) w;
  create temporary table quire_numbered on commit drop as
    select term, row_number() over ()::int as t from (select distinct unnest(terms) as term from quire_dictionary) d;
  create temporary table quire_pairs on commit drop as
    select word, t from quire_dictionary, unnest(terms) term join quire_numbered using (term);
  analyze quire_counted, quire_dictionary, quire_pairs;
  insert into quire_files
    select distinct on (r->>'path') of_collection, r->>'path', r->>'kind', r->>'language', r->>'source', r->>'title', r->>'description', r->>'source_url'
    from quire_rows;
  insert into quire_chunks
    select of_collection, r->>'id', r->>'path', (r->>'chunk_index')::int, (r->>'start_line')::int, (r->>'end_line')::int,
      r->>'section_path', r->>'symbol', r->>'address', r->'context', r->>'content', n, quire_class(r->>'path', r->>'kind'),
      coalesce(lengths, '{${each(() => '0')}}')
    from quire_rows left join (
      select n, array[${each(({ at }) => `coalesce(sum(times * cardinality(terms)) filter (where field = ${at}), 0)`)}]::int[] as lengths
      from quire_counted join quire_dictionary using (word) where not gone group by n) t using (n);
  create temporary table quire_changed on commit drop as
    select t, n, gone, (${each(({ at, shift, most }) => `least(coalesce(sum(times) filter (where field = ${at}), 0), ${most}) * ${1 << shift}`, ' + ')})::int as counts
    from quire_counted join quire_pairs using (word) group by t, n, gone;
  with old as (
    delete from quire_postings p using quire_numbered t where from_index_id is not null and p.collection = of_collection and p.term = t.term
    returning t.t, p.chunks, p.counts)
  insert into quire_postings
    select of_collection, term, chunks, counts from quire_numbered join (
      select t, array_agg(n order by n) as chunks, array_agg(counts order by n) as counts from (
        select t, n, counts from quire_changed where not gone
        union all select t, u.n, u.packed from old, unnest(chunks, counts) u (n, packed)
        where u.n not in (select n from quire_texts where gone)) p group by t) p using (t);
  update quire_collections set index_id = to_index_id, (chunks, lengths, filled) = (
    select count(*), ${['coalesce(sum(LENGTH) filter (where IS), 0)', 'count(*) filter (where IS and LENGTH > 0)']
      .map(
        (sql) =>
          `array[${each(({ name, at }) =>
            sql
              .replaceAll('IS', name === 'path' || name === 'title' ? 'first' : 'true')
              .replaceAll('LENGTH', `c.lengths[${at}]`),
          )}]`,
      )
      .join(',\n      ')}
    from (select *, row_number() over (partition by path order by n) = 1 as first from quire_chunks where collection = of_collection) c)
    where name = of_collection;
  drop table quire_rows, quire_texts, quire_counted, quire_dictionary, quire_numbered, quire_pairs, quire_changed;
  truncate quire_staging;
  return (select chunks from quire_collections where name = of_collection);
end $$;
`;

const { prose, code, secondary, shortQuery } = RANKING;
/** Chunks with the most telling words are scored until they are as many. */
const ENOUGH = 2_000;
const EN = LANGUAGES.indexOf('en') + 1;
/** Chunks whose text is compared with the order of the query's words, and chunks whose files are. */
const [ORDERED, LIFTED] = [LIMITS.maxOrdered, LIMITS.maxLifted];
const STOP_WORDS = Array.from(FUNCTION_WORD_NUMBERS.keys()).filter((word) =>
  FUNCTION_WORD_NUMBERS.get(word)?.includes(EN),
);
/** By the class of a chunk. */
const byClass = (ofProse: number, ofCode: number): string =>
  ofProse === ofCode ? `${ofProse}::float` : `case when class & 1 = 0 then ${ofProse}::float else ${ofCode} end`;

/** BM25F of the chunks that have a telling word. */
const SEARCH = `
create or replace function quire_search(query text, max_hits integer default 10, in_collection text default null)
returns table (collection text, id text, path text, start_line integer, end_line integer, section_path text, content text, score double precision)
language sql stable set search_path from current set jit = off set enable_nestloop = off set enable_mergejoin = off set enable_sort = off as $$
  with stops as materialized (
    select '{${STOP_WORDS.join(',')}}'::text[] as stops),
  words as materialized (
    select word, lower(word) = any (stops) as stop, word ~* ${quote(SECONDARY.anyCase.word)} as secondary from stops, quire_words(query) word),
  terms as materialized (
    select term, count(*) * 2::float / (count(*) + 1) * case when bool_and(stop) and (select count(*) > ${shortQuery} and not bool_and(stop) from words)
      then ${prose.stop} else 1 end as weight
    from words, unnest(quire_terms(word)) term group by term),
  total as materialized (
    select sum(chunks)::float as whole, ${each(({ name, at }) => `coalesce(sum(lengths[${at}]) / nullif(sum(filled[${at}]), 0), 1)::float as ${name}`)}
    from quire_collections where in_collection is null or name = in_collection),
  found as materialized (
    select p.*, weight, sum(cardinality(chunks)) over (partition by term) as df
    from terms join quire_postings p using (term)
    where p.term = any (array(select term from terms)) and (in_collection is null or p.collection = in_collection)),
  rare as materialized (
    select f.*, weight * ln(1 + (whole - df + 0.5) / (df + 0.5)) as idf from found f, total),
  told as materialized (
    select *, sum(cardinality(chunks)) over (order by idf desc, term) - df as before from rare),
  enough as materialized (
    select distinct t.collection, n from told t, unnest(chunks) n where before < greatest(${ENOUGH}, max_hits)),
  candidates as materialized (
    select collection, n, ${byClass(prose.k1, code.k1)} as k1, case when class < 2 or exists (select from words where secondary) then 1::float
        else ${byClass(secondary.prose, secondary.code)} end as factor,
      ${each(({ name, at }) => `${byClass(prose.weight[name], code.weight[name])} / (1 + ${byClass(prose.b[name], code.b[name])} * (c.lengths[${at}] / total.${name} - 1)) as ${name}`, ',\n      ')}
    from quire_chunks c join enough using (collection, n), total where c.n = any (array(select n from enough))),
  best as materialized (
    select collection, n, sum(idf * (k1 + 1) * (1 - k1 / (k1 + ${each(({ name, shift, most }) => `(counts >> ${shift} & ${most}) * ${name}`, ' + ')}))) * max(factor) as score
    from (select collection, idf, unnest(chunks) as n, unnest(counts) as counts from told) p join candidates using (collection, n)
    group by 1, 2 order by 3 desc, 1, 2 limit greatest(${LIFTED}, max_hits)),
  places as materialized (
    select word, stop, lead(word) over (order by at) as next, lead(stop) over (order by at) as next_stop
    from (select word, at, word = any (stops) as stop from stops, string_to_table(quire_plain(query), ' ') with ordinality p (word, at) where word <> '') p),
  ordered as (
    select c.*, r.score * coalesce(1 + share ^ 2, 1) * coalesce(1 + ${RANKING.allWords} * has ^ 4, 1) as score
    from (select *, row_number() over (order by score desc, collection, n) <= ${ORDERED} as read from best) r
      join quire_chunks c using (collection, n),
      lateral (select case when read then quire_plain(concat_ws(' ', section_path, content)) end as plain offset 0) t,
      lateral (select avg((strpos(plain, ' ' || word || ' ' || next || ' ') > 0)::int) filter (where not (stop and next_stop)) as share,
        avg((strpos(plain, ' ' || word || ' ') > 0)::int) filter (where not stop) as has from places) o
    where c.n = any (array(select n from best))),
  placed as (
    select *, row_number() over (partition by collection, path order by score desc, n) as place from ordered)
  select collection, id, path, start_line, end_line, section_path, content,
    case when place = 1 and (select count(*) filter (where not stop) > 4 or count(*) filter (where stop) > 1 from words)
      then sum(case place when 1 then score else score * ${RANKING.nextOfFile * 4} / 2 ^ place end) over (partition by collection, path) else score end as score
  from placed order by score desc, 1, 3, n limit max_hits
$$;
`;
