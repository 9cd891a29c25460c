import { describe, expect, it } from "vitest";
import { endpointOf, callRoute } from "@/lib/testing/routes";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { waitForDecisions } from "@/lib/commands/runtime/record";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { getBlock } from "@/lib/queries/turn/get-block";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listFindings } from "@/lib/queries/findings/list-findings";

testWorker();
const db = testDatabase();
const JSON_TYPE = { "content-type": "application/json" };

async function ask(name: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const endpoint = endpointOf("POST", `/api/v1/runtime/${name}`);
  const response = await callRoute(endpoint, {}, "", { headers: JSON_TYPE, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.status === 200) expect(endpoint.response.parse(answer)).toEqual(answer);
  return { status: response.status, body: answer };
}

const ORDER = JSON.stringify({
  order: 7,
  status: "pending",
  lines: Array.from({ length: 40 }, (_, i) => `line ${i}`),
});
const call = (id: string, name: string, args: object) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
const filler = (id: string) => [call(id, "search", { q: id }), result(id, `page ${id} `.repeat(200))];
const HISTORY = [
  { role: "system", content: "You refund orders." },
  { role: "user", content: "Refund order 7 if it is still pending." },
  call("c1", "get_order", { id: 7 }),
  result("c1", ORDER),
  ...filler("c2"),
  ...filler("c3"),
];
const CLEARING = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
};
const STEP = { id: "branch", text: "if the status is shipped send an email, else refund", needs: ["c1"] };

async function sendCall(session: string, at: number, messages: object[], answer: object): Promise<void> {
  const response = { id: `r-${session}-${at}`, choices: [{ message: answer, finish_reason: "stop" }] };
  const request = { model: "gpt-5-mini", messages };
  const body = {
    calls: [{ id: `${session}-${at}`, session, startedAt: at, endedAt: at + 500, request, response }],
  };
  const sent = await callRoute(endpointOf("POST", "/api/v1/model-calls"), {}, "", {
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  expect(sent.status).toBe(200);
}

describe("a running agent", () => {
  it("gets back every character that apply takes, before and after the session is worked out", async () => {
    const session = "runtime-restore";
    const applied = await ask("apply", { session, turn: 1, messages: HISTORY, policy: CLEARING });
    expect(applied.body).toMatchObject({ changed: true, recorded: true });
    const left = applied.body.left as { item: string; reference: string }[];
    expect(left.map(({ item }) => item)).toEqual(["m3", "m5"]);
    const window = JSON.stringify(applied.body.messages);
    for (const { reference } of left) expect(window).toContain(reference);
    const wanted = [ORDER, HISTORY[5]?.content];
    for (const [i, { reference }] of left.entries())
      expect((await ask("restore", { reference })).body).toMatchObject({ text: wanted[i], nextOffset: null });
    const part = await ask("restore", { reference: left[0]?.reference, offset: 10, limit: 20 });
    expect(part.body).toMatchObject({ text: ORDER.slice(10, 30), nextOffset: 30, totalChars: ORDER.length });
    expect((await ask("restore", { session, reference: "c1" })).body).toMatchObject({ text: ORDER });
    await waitForDecisions();
    await worked(db, DEFAULT_PROJECT);
    expect((await ask("restore", { session, reference: "result:c1" })).body).toMatchObject({ text: ORDER });
    const read = await callRoute(
      endpointOf("GET", "/api/v1/runtime/blocks/{blockId}"),
      { blockId: "c1" },
      `?session=${session}&limit=5`,
    );
    expect(await read.json()).toMatchObject({ text: ORDER.slice(0, 5), nextOffset: 5 });
  });

  it("keeps what an open step needs, and lets it go once the step is over", async () => {
    const plan = (status: string) => ({ steps: [{ ...STEP, status }] });
    const body = { session: "runtime-pins", turn: 1, messages: HISTORY, policy: CLEARING };
    const open = await ask("apply", { ...body, plan: plan("pending") });
    expect(open.body).toMatchObject({
      left: [{ item: "m5" }],
      pins: {
        held: [
          {
            item: "m3",
            block: expect.stringMatching(/^(?!m\d)/) as string,
            reason: expect.stringContaining("step branch") as string,
          },
        ],
      },
    });
    const again = await ask("apply", { ...body, plan: plan("pending"), state: open.body.state });
    expect(again.body.pins).toEqual(open.body.pins);
    const over = await ask("apply", { ...body, turn: 2, plan: plan("completed"), state: open.body.state });
    expect(over.body).toMatchObject({ left: [{ item: "m3" }, { item: "m5" }], pins: { held: [] } });
  });

  it("sees in its session what the runtime decided: the edit, the validation, the gates", async () => {
    const session = "runtime-watched";
    const start = Date.UTC(2026, 0, 5);
    await sendCall(session, start, HISTORY, { role: "assistant", content: "I look further." });
    const next = [
      ...HISTORY,
      { role: "assistant", content: "I look further." },
      { role: "user", content: "Go on." },
    ];
    const applied = await ask("apply", { session, turn: 1, messages: next, policy: CLEARING, budget: 100 });
    expect(applied.body).toMatchObject({ fits: false });
    const messages = applied.body.messages as object[];
    const validated = await ask("validate", {
      session,
      turn: 1,
      plan: { steps: [STEP] },
      step: "branch",
      messages,
    });
    expect(validated.body).toMatchObject({
      action: "refetch",
      needs: [{ state: "referenced", reference: expect.stringContaining("sightglass://") as string }],
      error: { code: "refetch" },
    });
    await sendCall(session, start + 60_000, messages, { role: "assistant", content: "It is pending." });
    await waitForDecisions();
    await worked(db, DEFAULT_PROJECT);
    const { evictions } = await listEvictions(db, DEFAULT_PROJECT, session, {
      limit: 50,
      offset: 0,
    } as never);
    expect(evictions.find(({ toolCallId }) => toolCallId === "c1")).toMatchObject({
      turn: 1,
      how: "cleared",
      restorable: true,
      cause: { policy: "anthropic-clear-tool-uses", provenance: "reported" },
      reference: { text: expect.stringContaining("sightglass://") as string },
    });
    const planned = await getPlan(db, DEFAULT_PROJECT, session, { limit: 50, offset: 0 } as never);
    expect(planned.plans[0]?.steps[0]).toMatchObject({
      id: "branch",
      validations: [{ action: "refetch", missing: ["c1"] }],
    });
    const { findings } = await listFindings(db, DEFAULT_PROJECT, session, { limit: 100, offset: 0 } as never);
    expect(findings.map(({ code }) => code)).toContain("gate.failed");
    const block = await getBlock(db, DEFAULT_PROJECT, session, "result:c1", { offset: 0, limit: 10 });
    expect(block.content.totalChars).toBe(ORDER.length);
    const known = await ask("validate", { session, step: STEP });
    expect(known.body).toMatchObject({ judgedBy: "newest window", action: "refetch" });
    const gone = await ask("validate", { session, step: STEP, messages: HISTORY.slice(0, 2) });
    expect(gone.body).toMatchObject({
      action: "refetch",
      needs: [{ state: "dangling", lastSeen: { turn: 0, block: "result:c1" } }],
    });
  });

  it("restarts once from a whole state, and again only after a step was concluded", async () => {
    const session = "runtime-restart";
    const state = {
      original_task: HISTORY[1]?.content,
      decisions: [],
      ruled_out: [],
      open_tasks: ["branch"],
      active_constraints: [],
      known_facts: ["order 7 is pending"],
    };
    const plan = (status: string) => ({ steps: [{ ...STEP, id: "look", status }, STEP] });
    const body = { session, turn: 3, messages: HISTORY, state };
    const lacking = await ask("checkpoint", { ...body, state: { ...state, original_task: "Refund it." } });
    expect(lacking.body).toMatchObject({ ok: false, action: "repair", messages: null, restarts: 0 });
    const first = await ask("checkpoint", { ...body, plan: plan("completed") });
    expect(first.body).toMatchObject({ ok: true, action: "restart", restarts: 1 });
    expect((first.body.messages as object[])[1]).toEqual(HISTORY[1]);
    const second = await ask("checkpoint", { ...body, plan: plan("completed") });
    expect(second.body).toMatchObject({ ok: false, action: "split", messages: null });
    const done = {
      steps: [
        { ...STEP, id: "look", status: "completed" },
        { ...STEP, id: "more", status: "completed" },
        STEP,
      ],
    };
    expect((await ask("checkpoint", { ...body, plan: done })).body).toMatchObject({ action: "restart" });
  });

  it("restarts once of several times that it asks at the same moment", async () => {
    const task = "Refund order 7.";
    const state = {
      task,
      constraints: [],
      decisions: [{ decision: "refund", reason: "it is pending" }],
      ruled_out: ["none"],
      plan: [{ id: "s", text: "refund", status: "pending" }],
      evidence: ["order 7"],
      next_action: "refund",
    };
    const body = { session: "restarts-at-once", state, messages: [{ role: "user", content: task }] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask("checkpoint", body)));
    const actions = answers.map(({ body: answer }) => String(answer.action)).sort();
    expect(actions).toEqual(["restart", "split", "split", "split", "split"]);
    for (const { body: answer } of answers) expect(answer.restarts).toBe(1);
  });

  it("is told of its budget, and of the turn that filled it", async () => {
    const first = await ask("budget", {
      session: "runtime-budget",
      usage: { prompt_tokens: 1_000, completion_tokens: 50 },
      budget: 6_000,
    });
    expect(first.body).toMatchObject({ turn: 0, checkpointNeeded: false, room: 4_950, recorded: true });
    const second = await ask("budget", {
      usage: { input_tokens: 100, cache_read_input_tokens: 5_900, output_tokens: 100 },
      budget: 6_000,
      state: first.body.state,
    });
    expect(second.body).toMatchObject({
      turn: 1,
      tokens: 6_000,
      delta: 5_000,
      causedByTurn: 0,
      checkpointNeeded: true,
      recorded: false,
    });
  });

  it("passes gates or is told why not", async () => {
    const plan = { written: "- [ ] publish", read: "- [ ] publis" };
    const answer = await ask("gate", { budget: 10, tokens: 9, plan });
    expect(answer.body).toMatchObject({ passed: false, gates: [{ passed: true }, { passed: false }] });
  });

  it("fails while the evidence of an open step is gone, and passes once it is back", async () => {
    const whole = HISTORY;
    const without = HISTORY.filter((_, i) => i !== 2 && i !== 3);
    const again = [...without, call("c9", "get_order", { id: 7 }), result("c9", ORDER)];
    const gate = async (messages: object[], more: object = {}, session?: string) => {
      const evidence = { steps: [{ ...STEP, ...more }] };
      const { body } = await ask("gate", { ...(session !== undefined && { session }), messages, evidence });
      return body as { passed: boolean; gates: { message: string; numbers: Record<string, number> }[] };
    };
    const session = "runtime-evidence-gate";
    await sendCall(session, 1_000, whole, { role: "assistant", content: "I see." });
    await worked(db, DEFAULT_PROJECT);
    expect(await gate(whole, {}, session)).toMatchObject({ passed: true });
    const failed = await gate(without, {}, session);
    expect(failed).toMatchObject({ passed: false, gates: [{ gate: "evidence", numbers: { absent: 1 } }] });
    expect(failed.gates[0]?.message).toMatch(
      /"branch" has not run and needs "c1", which left the context: restore /,
    );
    expect(await gate(again, {}, session)).toMatchObject({ passed: true });
    expect(await gate(without, { status: "completed" }, session)).toMatchObject({ passed: true });
    expect(await gate(without, { needs: ["c77"] }, session)).toMatchObject({ passed: true });
    const newest = await ask("gate", { session, evidence: { steps: [STEP] } });
    expect(newest.body).toMatchObject({ passed: true, recorded: true });
  });

  it.each([
    ["gate", { evidence: { steps: [STEP] } }, "messages"],
    ["apply", { messages: [], policy: { kind: "clear" } }, "policy.kind"],
    ["apply", { messages: [{ role: "robot", content: "x" }], policy: CLEARING }, "messages[0].role"],
    ["apply", { messages: [], policy: CLEARING, plan: { steps: [{ id: 1 }] } }, "plan.steps[0].id"],
    ["validate", { step: "a", plan: { steps: [STEP] }, messages: [] }, "step"],
    ["validate", { step: STEP }, "messages"],
    ["checkpoint", { state: "text" }, "state"],
    ["gate", {}, ""],
    ["budget", { usage: { input_tokens: -1 } }, "usage.input_tokens"],
    ["restore", { reference: "nothing" }, "reference"],
  ])("%s names the field that is wrong in %j", async (name, body, path) => {
    const answer = await ask(name, body);
    expect(answer.status).toBe(400);
    expect((answer.body.error as { details: { path: string }[] }).details[0]?.path).toBe(path);
  });

  it("finds nothing under a reference of another project or of nobody", async () => {
    for (const reference of [
      "sightglass://ses_00000000000000000000000000/0123456789abcdef0123456789abcdef",
      "sightglass://unknown/0123456789abcdef0123456789abcdef",
    ])
      expect((await ask("restore", { reference })).status).toBe(404);
  });
});
