-- What is behind, found without looking at what is not: workers look here every two seconds.
CREATE INDEX "stream_behind" ON "stream"("project_id") WHERE projected_seq < seq;
CREATE INDEX "session_behind" ON "session"("project_id") WHERE derived_seq < last_seq OR analysed_seq < last_seq;
CREATE INDEX "replay_running" ON "replay"("session_id") WHERE status = 'running';
