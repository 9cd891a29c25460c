import { afterAll, describe, expect, it } from "vitest";
import { addProject } from "@/lib/testing/team";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { testDatabase } from "@/lib/testing/database";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { testWorker, worked } from "@/lib/testing/worker";
import { askApply } from "./ask-apply";
import { waitForDecisions } from "./decisions";

testWorker();
afterAll(waitForDecisions);
const db = testDatabase();
const POLICY = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
};
const TEXT = "größer 🙂 漢字, ".repeat(60);

async function post(body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const init = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await callRoute(endpointOf("POST", "/api/v1/runtime/restore"), {}, "", init);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

async function get(
  blockId: string,
  query: string,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const endpoint = endpointOf("GET", "/api/v1/runtime/blocks/{blockId}");
  const response = await callRoute(endpoint, { blockId }, query);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

async function leave(project: string, session: string, text: string): Promise<string> {
  const call = (id: string) => ({
    id,
    type: "function",
    function: { name: "look", arguments: `{"id":"${id}"}` },
  });
  const messages = [
    { role: "user", content: "Look." },
    ...[text, "page 2 ".repeat(200)].flatMap((content, i) => [
      { role: "assistant", content: null, tool_calls: [call(`c${i + 1}`)] },
      { role: "tool", content, tool_call_id: `c${i + 1}` },
    ]),
  ];
  const body = { session, turn: 1, messages, policy: POLICY, marked: false };
  const { left } = await askApply({ ctx: { db, project }, input: body as never });
  return left[0]?.reference ?? "";
}

describe("a reference that is followed in parts", () => {
  it("gives the whole text, however the borders fall, over both routes", async () => {
    const reference = await leave("default", "parts", TEXT);
    for (const limit of [50, 333, 200_000]) {
      const parts: string[] = [];
      for (let offset: unknown = 0; offset !== null && parts.length < 20;) {
        const { status, answer } = await post({ reference, offset, limit });
        expect(status).toBe(200);
        parts.push(answer.text as string);
        expect(parts.at(-1)?.isWellFormed()).toBe(true);
        offset = answer.nextOffset;
      }
      expect(parts.join("")).toBe(TEXT);
    }
    const place = TEXT.indexOf("🙂") + 1;
    expect((await post({ reference, offset: place, limit: 1 })).answer).toMatchObject({
      text: "🙂",
      offset: place - 1,
      nextOffset: place + 1,
    });
    const read = await get("c1", `?session=parts&offset=${place}&limit=3`);
    expect(read.answer).toMatchObject({ text: "🙂 漢", totalChars: TEXT.length });
    expect(read.answer.quoted).toContain(`characters="${place - 1}-${place + 3} of ${TEXT.length}"`);
  });

  it("ends at the end of the text, and is empty behind it", async () => {
    const reference = await leave("default", "ends", TEXT);
    for (const offset of [TEXT.length, TEXT.length + 1, 9_007_199_254_740_991])
      expect(await post({ reference, offset })).toMatchObject({
        status: 200,
        answer: { text: "", offset: TEXT.length, nextOffset: null, totalChars: TEXT.length },
      });
    expect((await post({ reference, limit: 200_000 })).answer).toMatchObject({
      text: TEXT,
      nextOffset: null,
    });
  });

  it.each([
    [{ offset: -1 }, "offset"],
    [{ offset: 1.5 }, "offset"],
    [{ offset: "5" }, "offset"],
    [{ offset: null }, "offset"],
    [{ offset: true }, "offset"],
    [{ limit: 0 }, "limit"],
    [{ limit: 200_001 }, "limit"],
    [{ limit: 1e300 }, "limit"],
    [{ range: "0-5" }, "range"],
  ])("is refused by its field: %j", async (range, path) => {
    const reference = `sightglass://parts/${"0".repeat(32)}`;
    const { status, answer } = await post({ reference, ...range });
    const { details } = answer.error as { details: { path: string }[] };
    expect([status, details[0]?.path]).toEqual([400, path]);
    const [name, value] = Object.entries(range)[0] ?? [];
    if (typeof value !== "number") return;
    expect((await get("c1", `?session=parts&${name}=${value}`)).status).toBe(400);
  });

  it("finds nothing in sessions of other projects, of nobody, or under a name that is no block", async () => {
    const other = await addProject(db);
    const theirs = await leave(other, "secret", TEXT);
    const session = makePublicId(makeSessionKey(other, "secret"));
    expect(theirs).toContain(session);
    const hash = theirs.split("/").at(-1) ?? "";
    const statuses = await Promise.all([
      post({ reference: theirs }),
      post({ reference: "c1", session }),
      post({ reference: hash, session: "secret" }),
      post({ reference: theirs, session: "parts" }),
      get(hash, `?session=${session}`),
      get("c1", `?session=secret`),
      get("c1", "?session=nobody"),
      get("nothing", "?session=parts"),
      get(`../${hash}`, "?session=parts"),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(Array(9).fill(404));
    for (const { answer } of statuses) expect(JSON.stringify(answer)).not.toContain("größer");
  });

  it("says of a block without a known text that there is none, and gives back an empty text as empty", async () => {
    const endpoint = endpointOf("POST", "/api/v1/events");
    const block = (id: string, content?: string) => ({
      type: "block.recorded",
      id: `e-${id}`,
      session: "withheld",
      at: "2026-03-01T10:00:00Z",
      block: {
        id,
        kind: "tool_result",
        ...(content === undefined ? { completeness: "metadata_only" } : { content }),
      },
    });
    const body = JSON.stringify({ events: [block("gone"), block("empty", "")] });
    const sent = await callRoute(endpoint, {}, "", { headers: { "content-type": "application/json" }, body });
    expect(sent.status).toBe(200);
    await worked(db, "default");
    const gone = await post({ reference: "gone", session: "withheld" });
    expect([gone.status, (gone.answer.error as { message: string }).message]).toEqual([
      404,
      expect.stringContaining("a text under"),
    ]);
    expect(await post({ reference: "empty", session: "withheld" })).toMatchObject({
      status: 200,
      answer: { text: "", totalChars: 0, nextOffset: null },
    });
  });
});
