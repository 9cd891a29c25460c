import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { makeSessionKey } from "@/lib/db/session-id";
import { streamKey } from "@/lib/db/raw/store";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { projectStreams } from "@/lib/pipeline/project/project-streams";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { asCluster } from "@/lib/testing/cluster/as-cluster";
import { testDatabase } from "@/lib/testing/database";
import type { TestSpan } from "@/lib/testing/otlp-bodies";
import { postSpans } from "@/lib/testing/post-spans";
import { withWorker, worked } from "@/lib/testing/worker";
import { unpackNext } from "../../project/unpack-bodies";

const server = testDatabase();
const away = new Set<string>();
const db = asCluster(server, () => [...away]);
const AT = Date.UTC(2026, 0, 1);
/** A cluster's database may have been used by a run before. */
const RUN = randomBytes(4).toString("hex");

beforeEach(async () => {
  away.clear();
  await server.ingestionWarning.deleteMany();
  await server.inboxStream.deleteMany();
  await server.inboxBody.deleteMany();
});

const nameOf = (called: string) => `${called}-${RUN}`;

/** A conversation with a trace of its own; it calls the model once for each question. */
function conversation(called: string) {
  const name = nameOf(called);
  const trace = randomBytes(16).toString("hex");
  const stream = streamKey(DEFAULT_PROJECT, `trace:${trace}`);
  const call = (no: number, answer = "Yes."): TestSpan => ({
    id: `c${no}`,
    name: "chat",
    trace,
    at: AT + no * 1_000,
    attributes: {
      "gen_ai.operation.name": "chat",
      "session.id": name,
      "gen_ai.input.messages": JSON.stringify(
        Array.from({ length: no }, (_, i) => ({
          role: "user",
          parts: [{ type: "text", content: `question ${i + 1}` }],
        })),
      ),
      "gen_ai.output.messages": JSON.stringify([
        { role: "assistant", parts: [{ type: "text", content: answer }] },
      ]),
    },
  });
  return { name, stream, call };
}

const post = (...spans: TestSpan[]) => postSpans(db, spans);

const inInbox = () => server.inboxBody.count();
const turnsOf = async (session: string) =>
  (await server.session.findFirst({ where: { projectId: DEFAULT_PROJECT, externalId: nameOf(session) } }))
    ?.turns;
const isInLog = async (session: string) =>
  (await server.event.count({ where: { sessionId: makeSessionKey(DEFAULT_PROJECT, nameOf(session)) } })) > 0;
const project = () => projectStreams(db, DEFAULT_PROJECT, []);
const restOver = () =>
  server.inboxBody.updateMany({ where: { retryAt: { not: null } }, data: { retryAt: new Date(0) } });
const derived = () => withWorker(() => worked(server, DEFAULT_PROJECT));

describe("while a node is away", () => {
  it("telemetry of its sessions is taken, also where spans of them are stored, and is readable when it is back", async () => {
    const lost = conversation("lost");
    await post(lost.call(1));
    await project();
    away.add(lost.stream);
    expect(await post(lost.call(2))).toBe("{}");
    await expect(project()).rejects.toThrow("remote node");
    expect(await inInbox()).toBe(1);
    away.clear();
    await restOver();
    await project();
    await derived();
    expect([await turnsOf("lost"), await inInbox()]).toEqual([2, 0]);
  });

  it("a body of which one session is there becomes readable as far as that", async () => {
    const [lost, there] = [conversation("half-lost"), conversation("half-there")];
    away.add(lost.stream);
    await post(lost.call(1), there.call(1));
    await expect(project()).rejects.toThrow("remote node");
    expect([await isInLog("half-there"), await isInLog("half-lost"), await inInbox()]).toEqual([
      true,
      false,
      1,
    ]);
    away.clear();
    await restOver();
    await project();
    await derived();
    expect([await turnsOf("half-there"), await turnsOf("half-lost"), await inInbox()]).toEqual([1, 1, 0]);
  });

  it("bodies of its sessions stand behind those that nobody has tried yet", async () => {
    const [lost, there] = [conversation("waits"), conversation("does-not-wait")];
    away.add(lost.stream);
    for (let no = 1; no <= 3; no++) await post(lost.call(no));
    await expect(project()).rejects.toThrow("remote node");
    await restOver();
    await post(there.call(1));
    const passedOver = new Map<string, unknown>();
    expect(await unpackNext(db, DEFAULT_PROJECT, passedOver)).toBe(true);
    expect([passedOver.size, await inInbox()]).toEqual([0, 3]);
    const bodies = await server.inboxBody.findMany();
    expect(bodies.map(({ tries }) => tries)).toEqual([0, 0, 0]);
    away.clear();
    await restOver();
    await project();
  });

  it("a span that says something else than before is told of in the warnings, once", async () => {
    const [lost, other] = [conversation("differs-later"), conversation("differs-lost")];
    await post(lost.call(1, "Yes."));
    await project();
    away.add(lost.stream).add(other.stream);
    expect(await post(lost.call(1, "No."), other.call(1))).toBe("{}");
    away.delete(lost.stream);
    await expect(project()).rejects.toThrow("remote node");
    away.clear();
    await restOver();
    await project();
    const { warnings } = await listIngestionWarnings(server, DEFAULT_PROJECT);
    expect(warnings.filter(({ code }) => code === "record_differs").map(({ count }) => count)).toEqual([1]);
  });
});

describe("a change that the coordinator knows of before the stream's node shows it", () => {
  it("is not counted as read", async () => {
    const { stream, call } = conversation("overtaken");
    await post(call(1));
    await project();
    await server.stream.update({ where: { streamId: stream }, data: { seq: 2 } });
    await project();
    expect(await server.stream.findUnique({ where: { streamId: stream } })).toMatchObject({
      seq: 2,
      projectedSeq: 1,
    });
    await server.stream.update({ where: { streamId: stream }, data: { seq: 1 } });
    await post(call(2));
    await project();
    await derived();
    expect(await turnsOf("overtaken")).toBe(2);
    expect(await server.stream.findUnique({ where: { streamId: stream } })).toMatchObject({
      seq: 2,
      projectedSeq: 2,
    });
  });

  it("is not read as a stream without records where it is the first", async () => {
    const { stream, call } = conversation("not-there-yet");
    await post(call(1));
    await project();
    expect(await new StreamReader(stream).readAfter(db, -1)).toMatchObject({ seq: 1, records: [{}] });
    await server.streamHead.delete({ where: { streamId: stream } });
    expect(await new StreamReader(stream).readAfter(db, -1)).toBeNull();
  });

  it("goes with its stream, however it was settled", async () => {
    const { stream, call } = conversation("settled");
    await post(call(1, "Yes."));
    await project();
    await post(call(1, "No."), call(2));
    await project();
    const { seq } = await server.stream.findUniqueOrThrow({ where: { streamId: stream } });
    expect(seq).toBe(3);
    expect(await server.streamHead.findFirst({ where: { streamId: stream } })).toEqual({
      streamId: stream,
      seq,
    });
  });

  it("is the same number for a stream that two begin at once", async () => {
    const { stream, call } = conversation("begun-by-two");
    for (let no = 1; no <= 8; no++) await post(call(no));
    await Promise.all([1, 2].map(() => unpackNext(db, DEFAULT_PROJECT, new Map())));
    expect(await server.stream.findUnique({ where: { streamId: stream } })).toMatchObject({ seq: 8 });
    expect(await server.streamHead.findFirst({ where: { streamId: stream } })).toMatchObject({ seq: 8 });
    await project();
  });
});
