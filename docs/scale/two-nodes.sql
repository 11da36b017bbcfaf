-- One front database over two PostgreSQL servers that each hold some collections. Run schema.sql on both nodes and on the front first, then:
--   psql -d front -v host_a=… -v port_a=5432 -v host_b=… -v port_b=5432 -v user=… -v database=… -f two-nodes.sql
-- quire_search on the front then answers over both, with frequencies and lengths of both. Loads go to the node that holds the collection.
create extension if not exists postgres_fdw;
create server quire_a foreign data wrapper postgres_fdw options (host :'host_a', port :'port_a', dbname :'database');
create server quire_b foreign data wrapper postgres_fdw options (host :'host_b', port :'port_b', dbname :'database');
create user mapping for current_user server quire_a options (user :'user');
create user mapping for current_user server quire_b options (user :'user');
create schema node_a;
create schema node_b;
import foreign schema public limit to (quire_collections, quire_files, quire_chunks, quire_postings) from server quire_a into node_a;
import foreign schema public limit to (quire_collections, quire_files, quire_chunks, quire_postings) from server quire_b into node_b;
drop table quire_postings, quire_chunks, quire_files, quire_collections;
create view quire_collections as select * from node_a.quire_collections union all select * from node_b.quire_collections;
create view quire_files as select * from node_a.quire_files union all select * from node_b.quire_files;
create view quire_chunks as select * from node_a.quire_chunks union all select * from node_b.quire_chunks;
create view quire_postings as select * from node_a.quire_postings union all select * from node_b.quire_postings;
