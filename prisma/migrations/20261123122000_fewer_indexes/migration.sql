-- The key of edges is also what they are looked up by. A cluster adds a constraint in a statement of its own.
ALTER TABLE "edge" DROP CONSTRAINT "edge_pkey";
ALTER TABLE "edge" ADD CONSTRAINT "edge_pkey" PRIMARY KEY ("session_id", "from_block", "no");
DROP INDEX "edge_session_id_from_block_idx";

-- A session's findings are few: the key is enough to look through them.
DROP INDEX "finding_session_id_code_idx";
