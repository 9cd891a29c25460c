import { randomUUID } from "node:crypto";
import { auditQuery, listDecisions as decisionsRoute } from "@/lib/api/endpoints/audit";
import { listSessions as sessionsRoute } from "@/lib/api/endpoints/sessions";
import { getDatabase } from "@/lib/db/client";
import { getAudit } from "@/lib/queries/audit/get-audit";
import { listDecisions } from "@/lib/queries/audit/list-decisions";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { hold, note, measureMs } from "./report";

/**
 * Lists and audits over a hundred thousand sessions, compared with a thousand. The database itself makes the
 * figures. Pages read what an analysis would have written; there is no log behind it.
 */
const SMALL = 1_000;
const LARGE = 100_000;
const RATIO_MAX = 5;
const RUNS = 7;

const db = getDatabase();

async function fill(project: string, sessions: number): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO session (session_id, project_id, external_id, name, agent, model, policy, outcome, received_at, updated_at, started_at,
       turns, decisions, decisions_absent, token_turns, findings_by_code, findings_by_severity, finding_codes, tools)
     SELECT gen_random_uuid(), $1, 's' || i, 'session ' || i, 'agent ' || i % 20, 'model ' || i % 5, 'policy ' || i % 7,
       (ARRAY['ok','ok','ok','wrong','failed'])[1 + i % 5], now() - i * interval '1 minute', now() - i * interval '1 minute',
       (extract(epoch FROM now()) * 1000)::bigint - i * 60000::bigint, 30, 12, CASE WHEN i % 9 = 0 THEN 1 + i % 3 ELSE 0 END, 900000,
       '{}', CASE WHEN i % 10 = 0 THEN '{"serious": 1, "note": 2}'::jsonb ELSE '{"note": 2}'::jsonb END,
       CASE WHEN i % 10 = 0 THEN ARRAY['evidence.dangling', 'coverage.no_usage'] WHEN i % 97 = 1 THEN ARRAY['summary.empty'] ELSE ARRAY['coverage.no_usage'] END,
       ARRAY['tool 0', 'tool 1', 'tool ' || 2 + i % 30]
     FROM generate_series(1, $2::int) AS i`,
    project,
    sessions,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO tool_figure (session_id, no, tool, calls, results, sizes, max_tokens, turns, token_turns, evicted, refetched, uses, uses_absent)
     SELECT session_id, no, tools[no], 9, 9, ARRAY[100, 200, 300, 400, 500, 800, 900, 1200, 4000], 4000, 90, 60000, 4, 1, 5, 1
     FROM session, generate_series(1, 3) AS no WHERE project_id = $1`,
    project,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO constraint_figure (session_id, no, text, lost, turn)
     SELECT session_id, 0, 'Never do ' || agent || '.', true, 7 FROM session WHERE project_id = $1 AND decisions_absent > 0`,
    project,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO edge (session_id, no, id, from_block, turn, block, declared, executed, state, confidence, matched, matches, residual)
     SELECT session_id, no, 'e' || no, no, no, no + 100, false, true, CASE WHEN no <= decisions_absent THEN 4 ELSE 0 END, 0.9, '[]', 1, false
     FROM session, generate_series(1, 12) AS no WHERE project_id = $1`,
    project,
  );
}

const makeSessions = (parts: object) => (project: string) =>
  listSessions(db, project, sessionsRoute.query.parse(parts));
const CASES: Readonly<Record<string, (project: string) => Promise<unknown>>> = {
  "session list": makeSessions({}),
  "session list with a frequent finding": makeSessions({ finding: "evidence.dangling" }),
  "session list with a rare finding": makeSessions({ finding: "summary.empty", limit: 10 }),
  "session list with absent evidence": makeSessions({ evidence: "absent" }),
  "session list of one tool": makeSessions({ tool: "tool 9" }),
  audit: (project) => getAudit(db, project, auditQuery.parse({})),
  "audit of 200 wrong outcomes": (project) =>
    getAudit(db, project, auditQuery.parse({ outcome: "wrong", sample: 200 })),
  "decisions without evidence": (project) => listDecisions(db, project, decisionsRoute.query.parse({})),
};

async function measureMedian(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await measureMs(work));
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

const [small, large] = [`bench-${randomUUID()}`, `bench-${randomUUID()}`];
await fill(small, SMALL);
await fill(large, LARGE);
await db.$executeRawUnsafe("VACUUM ANALYZE");
for (const [what, run] of Object.entries(CASES)) {
  const [few, many] = [await measureMedian(() => run(small)), await measureMedian(() => run(large))];
  note(`${what}, milliseconds`, `${few.toFixed(1)} → ${many.toFixed(1)}`);
  hold({ what: `${what}: 100 times the sessions`, value: many / few, atMost: RATIO_MAX });
}
await db.$disconnect();
