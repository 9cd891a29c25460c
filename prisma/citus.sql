-- What a cluster has beside the tables. `npm run distribute` and each start apply it; it can be applied again.

-- Runs a statement about one session on the node that holds it, with the node's own tables in place of the names in braces.
-- The locks keep a part of the tables where it is until the transaction ends; one that has just moved away is asked for again.
CREATE OR REPLACE FUNCTION write_on_node(session uuid, statement text, tables text[], params text[])
RETURNS jsonb LANGUAGE plpgsql SET citus.enable_manual_changes_to_shards TO on AS $$
DECLARE
  name text;
  part bigint;
  parts bigint[] := '{}';
  answer jsonb;
BEGIN
  FOREACH name IN ARRAY tables LOOP
    part := get_shard_id_for_distribution_column(name::regclass, session);
    parts := parts || part;
    statement := replace(statement, '{' || name || '}', quote_ident(name || '_' || part));
  END LOOP;
  PERFORM lock_shard_metadata(5, parts);
  IF NOT EXISTS (SELECT FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = parts[1]) THEN
    RAISE EXCEPTION 'the session is on another node now' USING ERRCODE = 'serialization_failure';
  END IF;
  EXECUTE statement INTO answer USING params, session;
  RETURN answer;
END $$;
