import { describe, expect, it } from "vitest";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import { noteRemoteCommands } from "@/lib/testing/cluster/remote-commands";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { postSpans } from "@/lib/testing/post-spans";
import { testWorker } from "@/lib/testing/worker";
import { waitForProject } from "@/lib/db/progress";
import { ingestEvents } from "./ingest-events";
import { ingestModelCalls } from "./telemetry/model-calls";

const reached = noteRemoteCommands();
const db = testDatabase();

const SESSIONS = 12;
const AT = Date.UTC(2026, 0, 1);
const TEXT = "How many are in stock, and where do they stand? ".repeat(30);

function modelCall(session: string, no: number) {
  const messages = Array.from({ length: no + 1 }, (_, i) => ({ role: "user", content: `${i} ${TEXT}` }));
  return {
    provider: "openai",
    session,
    startedAt: AT + no,
    request: { model: "gpt-x", messages },
    response: {
      id: `${session} ${no}`,
      choices: [{ message: { role: "assistant", content: `Three, of ${no}.` }, finish_reason: "stop" }],
    },
  };
}

function events(session: string, no: number) {
  const block = { id: `b${no}`, kind: "user_message", content: `${no} ${TEXT}` };
  const window = no === 0 ? { entries: [block] } : { append: [block] };
  return [
    { id: `t${no}`, type: "turn.recorded", session, turn: no, at: new Date(AT + no).toISOString(), window },
  ];
}

function span(session: string, no: number) {
  const message = { role: "user", parts: [{ type: "text", content: `${no} ${TEXT}` }] };
  return {
    id: `${session}${no}`,
    name: "chat",
    at: AT + no,
    attributes: {
      "gen_ai.operation.name": "chat",
      "session.id": session,
      "gen_ai.input.messages": JSON.stringify([message]),
    },
  };
}

/** Otherwise sessions of healthy nodes could not be written to while another node is away. */
describe.skipIf(!isOnCluster())("on a cluster", () => {
  testWorker();

  it("what a session's growth writes and reads needs the session's own node", async () => {
    const project = freshProject();
    for (let no = 0; no < 3; no++)
      for (let i = 0; i < SESSIONS; i++) {
        const call = { value: modelCall(`call-${i}`, no) };
        await ingestModelCalls(db, project, [call]);
        await ingestModelCalls(db, project, [call]);
        await ingestEvents(
          db,
          project,
          events(`event-${i}`, no).map((value) => ({ value })),
        );
        await postSpans(db, [span(`span-${i}`, no)]);
      }
    await waitForProject(db, project, 60_000);
    expect(reached.size).toBeGreaterThan(10);
    const asked = [...reached].filter(([, nodes]) => nodes.size > 1).map(([text]) => text);
    expect(asked.filter((text) => !LOOKS.some((look) => text.includes(look)))).toEqual([]);
  }, 120_000);
});

/** What a worker looks for now and then, where an analysis looks for copies, and what waits for a whole project asks every node. */
const LOOKS = [
  "derived_seq < last_seq AS derive",
  "FROM replay JOIN session",
  "FROM judge_task WHERE due_at",
  "AS outdated FROM",
  "AND (openings && $2::text[] OR forked_from",
  "AND analysis_refused IS NOT NULL",
  "WHERE project_id = $1 AND derived_seq < last_seq",
];
