-- Spreads the same schema over a Citus cluster. Run once, on the coordinator, after the migrations and before any data.
-- Everything about one session lives on one node: every per-session table is distributed by session_id, which comes first
-- in its keys, and every hot query names its session. Projects, people and keys are small and everywhere.
CREATE EXTENSION IF NOT EXISTS citus;

SELECT create_reference_table('project');
SELECT create_reference_table('user');
SELECT create_reference_table('login');
SELECT create_reference_table('credential');
SELECT create_reference_table('verification');
SELECT create_reference_table('membership');
SELECT create_reference_table('invitation');
SELECT create_reference_table('api_key');
SELECT create_reference_table('audit_entry');
SELECT create_reference_table('throttle');
SELECT create_reference_table('passkey');

SELECT create_distributed_table('session', 'session_id');
SELECT create_distributed_table('batch', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('event', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('superseded', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('content', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('turn', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('block', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('residency', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('compaction', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('repeated_call', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('record', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('plan', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('edge', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('finding', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('tool_figure', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('constraint_figure', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('replay', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('incident', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('annotation', 'session_id', colocate_with => 'session');
SELECT create_distributed_table('share', 'session_id', colocate_with => 'session');

-- Received records are spread by the stream that they came in.
SELECT create_reference_table('ingestion_warning');
SELECT create_reference_table('seen_client');
SELECT create_reference_table('watched_file');
SELECT create_distributed_table('stream', 'stream_id');
SELECT create_distributed_table('stream_session', 'stream_id', colocate_with => 'stream');
SELECT create_distributed_table('stream_projection', 'stream_id', colocate_with => 'stream');
SELECT create_distributed_table('raw_record', 'stream_id', colocate_with => 'stream');
SELECT create_distributed_table('raw_text', 'stream_id', colocate_with => 'stream');
