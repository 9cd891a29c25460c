import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { sampleSecrets } from "@/lib/testing/sample-secrets";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";
import { makeAddress } from "@/lib/api/request/request";
import type { ViewSnapshot } from "@/lib/view/share/view-snapshot";
import { indexFrozenAnswers } from "@/lib/view/share/view-snapshot";
import { SESSION_VIEWS } from "@/lib/view/views";
import { askBlockLife, askLanes } from "@/lib/view/views/reads";

const FIRST_LANES = makeAddress(askLanes("shared", { offset: 0, limit: 1_000 }));

inTeamMode();
testWorker();
const db = testDatabase();
const marker = `marker-${randomUUID()}`;
const secrets = sampleSecrets();
const [first, , , , named] = secrets;
const email = secrets.find(({ what }) => what === "e-mail address")?.value ?? "";
const blockId = `file:${email}`;
const shares = "/api/v1/sessions/{id}/shares";
let editor: Person;
let id = "";
let run = "";

beforeAll(async () => {
  const project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  const text = secrets.map(({ inText, value }) => inText ?? value).join(" and ");
  const cut = Math.floor((first?.value.length ?? 0) / 2);
  const events = trace(marker, {
    name: `About ${first?.value}`,
    agent: `agent of ${email}`,
    source: { format: `format ${marker}` },
  })
    .turn((t) => t.user(`${marker} ${text}`).calls("read", { path: `/tmp/${named?.value}.txt` }, "c1"))
    .turn((t) => t.result("c1", JSON.stringify({ deep: JSON.stringify({ text }) })))
    .turn((t) =>
      t
        .block(blockId, "retrieval", `sesame ${text}`, { label: `report ${email}.pdf` })
        .block("half-1", "tool_result", `the first half: ${first?.value.slice(0, cut)}`)
        .block("half-2", "tool_result", `${first?.value.slice(cut)} was the second`)
        .says(`I read ${email}`),
    )
    .turn((t) => t.clear("result:c1").drop(blockId))
    .events();
  const gate = { session: marker, at: events.at(-1)?.at ?? null, type: "gate.checked", turn: 3 } as const;
  const figures = { [`figure ${marker}`]: 3, [first?.value ?? ""]: 4 };
  await appendEvents(
    db,
    project,
    [...events, { ...gate, id: "gate", gate: `gate ${marker}`, passed: false, numbers: figures }],
    "refuse",
  );
  await worked(db, project);
  id = makePublicId(makeSessionKey(project, marker));
  const replay = await post("/api/v1/sessions/{id}/replay", {
    policies: [{ kind: "recorded" }, { kind: "keep-last-n", options: { n: 2 } }],
    prices: { model: `prices ${marker}`, currency: "sesame", input: 3 },
  });
  run = ((await replay.json()) as { id: string }).id;
  expect(run).toBeTypeOf("string");
});

function post(path: string, body: object): Promise<Response> {
  return callRoute(endpointOf("POST", path), { id }, "", {
    headers: editor.headers,
    body: JSON.stringify(body),
  });
}

/** What pages of views ask for, so that they hold as much of the trace as they can. */
const ASKED = () =>
  ({
    overview: { path: "", search: "?turn=2&y=share" },
    turn: { path: "/turns/2", search: "" },
    block: { path: `/blocks/${encodeURIComponent(blockId)}`, search: "" },
    evictions: {
      path: "/evictions",
      search: `?turn=3&sel=${encodeURIComponent(blockId)}&how=cleared&pins=${encodeURIComponent(blockId)}`,
    },
    ledger: { path: "/ledger", search: `?turn=2&q=${encodeURIComponent(email)}` },
    plan: { path: "/plan", search: "?turn=2" },
    checkpoints: { path: "/checkpoints", search: "" },
    why: { path: "/why", search: `?turn=3&q=${encodeURIComponent(email)}` },
    facts: { path: "/facts", search: `?q=${encodeURIComponent(first?.value ?? "")}` },
    replay: { path: "/replay", search: `?run=${run}` },
    comparison: { path: "/replay", search: `?run=${run}&view=compare&turn=2` },
  }) as const;
type Page = { readonly path: string; readonly search: string };

/** Every view that can be shared, as the registry has it. */
const PAGES = (): Readonly<Record<string, Page>> => ({
  ...Object.fromEntries(
    SESSION_VIEWS.flatMap(({ id: view, segment, share }) =>
      share === null ? [] : [[view, { path: `/${segment}`, search: "" }]],
    ),
  ),
  ...ASKED(),
});
const NAMES = Object.keys(PAGES());

async function shared(name: (typeof NAMES)[number], more: object = {}) {
  const made = await post(shares, { page: PAGES()[name], ...more });
  expect({ name, status: made.status }).toEqual({ name, status: 200 });
  const { token } = (await made.json()) as { token: string };
  const opened = await callRoute(endpointOf("GET", "/api/v1/shares/{token}"), { token });
  const text = await opened.text();
  return { token, text, snapshot: JSON.parse(text) as ViewSnapshot };
}

describe("a view that was shared", () => {
  it.each(NAMES)("holds no secret: %s", async (name) => {
    const { text } = await shared(name);
    for (const { what, value } of secrets)
      for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
        expect({ what, told: text.includes(form) }).toEqual({ what, told: false });
  });

  it.each(NAMES)("names nothing that it was made of: %s", async (name) => {
    const { text } = await shared(name);
    expect(text).not.toContain(id);
    expect(text).not.toMatch(/ses_[0-9a-z]{26}/);
    expect(text).not.toContain(run);
  });

  it.each(NAMES)("holds no text and no name of the trace when content is off: %s", async (name) => {
    const { text } = await shared(name, { content: "off" });
    for (const told of [marker, "sesame", "deep", "half-1", "report ", "/tmp", email, first?.value ?? ""])
      expect({ told, is: text.includes(told) }).toEqual({ told, is: false });
  });

  it("keeps the state, with what is masked masked in it, and finds there what the page asks for", async () => {
    const { snapshot } = await shared("evictions");
    const state = new URLSearchParams(snapshot.place.search);
    expect(state.get("turn")).toBe("3");
    expect(state.get("how")).toBe("cleared");
    const selected = state.get("sel") ?? "";
    expect(selected).toHaveLength(blockId.length);
    expect(selected).toMatch(/^█+$|^file:█+$/);
    expect([...indexFrozenAnswers(snapshot).keys()]).toContain(makeAddress(askBlockLife("shared", selected)));
    const lanes = indexFrozenAnswers(snapshot).get(FIRST_LANES);
    expect((lanes as { blocks: { id: string[] } }).blocks.id).toContain(selected);
  });

  it("has the lengths and the token counts of the view itself", async () => {
    const { snapshot } = await shared("block");
    const own = await callRoute(
      endpointOf("GET", "/api/v1/sessions/{id}/blocks/{blockId}"),
      { id, blockId },
      "",
      { headers: editor.headers },
    );
    interface Facts {
      block: { tokens: number; chars: number };
      content: { text: string; totalChars: number };
    }
    const [whole, masked] = [(await own.json()) as Facts, snapshot.given.block as Facts];
    expect(masked.block.tokens).toBe(whole.block.tokens);
    expect(masked.block.chars).toBe(whole.block.chars);
    expect(masked.content.text).toHaveLength(whole.content.text.length);
    expect(masked.content.text).toContain("█");
  });

  it("tells apart what is masked alike, so that what is selected is the one that was", async () => {
    const { snapshot } = await shared("evictions");
    const lanes = indexFrozenAnswers(snapshot).get(FIRST_LANES);
    const ids = (lanes as { blocks: { id: string[] } }).blocks.id;
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("lets the owner reveal a hit, by its place", async () => {
    const preview = await post(`${shares}/preview`, { page: PAGES().turn });
    const { hits } = (await preview.json()) as { hits: { id: string; value: string; places: string[] }[] };
    const hit = hits.find(({ value }) => value.includes(email));
    expect(hit?.places.length).toBeGreaterThan(0);
    const { text } = await shared("turn", {
      reveal: hits.filter(({ value }) => value.includes(email)).map((h) => h.id),
    });
    expect(text).toContain(email);
    expect(text).not.toContain(first?.value);
  });

  it.each([
    ["a page that is no view", { path: "/incidents", search: "" }],
    ["a replay that was not run", { path: "/replay", search: "" }],
    ["another session's page", { path: "/../ses_other/turns/1", search: "" }],
    ["a state that is none", { path: "/ledger", search: "?turn=-1" }],
  ])("is refused for %s", async (_, page) => {
    expect((await post(shares, { page })).status).toBe(400);
  });

  it.each([
    ["a turn that is not there", { path: "/turns/999", search: "" }],
    ["a replay of another session", { path: "/replay", search: "?run=rep_other" }],
  ])("is not found for %s", async (_, page) => {
    expect((await post(shares, { page })).status).toBe(404);
  });
});
