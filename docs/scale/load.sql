-- Loads an export, or with -v delta=delta.json the archive of changes, from the folder it runs in; docs/scale.md shows the commands.
\set ON_ERROR_STOP on
set client_encoding = 'UTF8';
\if :{?delta}
\set state `cat :'delta'`
\else
\set state `cat mapping.json`
\endif
begin;
create temporary table quire_staging (line text) on commit drop;
\copy quire_staging from 'chunks.jsonl' with (format csv, quote e'\x01', delimiter e'\x02')
select quire_load(:'name', coalesce(state->>'to', state #>> '{mappings,_meta,index_id}'), state->>'from', coalesce(state->'replaced', '[]'))
  from (select :'state'::jsonb as state) read;
commit;
vacuum analyze quire_chunks, quire_postings;
