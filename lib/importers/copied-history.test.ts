import { describe, expect, it } from "vitest";
import type { CopyingSession } from "@/lib/core/trace/copied-turns";
import { findCopiedParts } from "@/lib/core/trace/copied-turns";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "./choose";

function copying({ meta, turns }: Session): CopyingSession {
  const { externalId, forkedFrom, startedAt } = meta;
  const calls = turns.map(({ index: turn, at, callHash }) => ({ turn, at, callHash }));
  return { key: externalId, externalId, forkedFrom, startedAt, calls };
}

async function sessionIn(name: string, text: string): Promise<Session> {
  const file = await textFile(name, text);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error(`no importer reads ${name}`);
  const { sessions } = await runImporter(importer, [file]);
  const [events] = [...sessions.values()];
  return foldSession(events ?? []);
}

type Fields = Record<string, unknown>;
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Fields);
const written = (records: readonly Fields[]) => records.map((record) => JSON.stringify(record)).join("\n");
const NOW = "2026-09-01T12:00:00.000Z";

/** How programs write a fork of a session, by its sample: under another id, with what they say of its origin. */
const FORKS: Readonly<
  Record<string, (text: string) => { name: string; text: string; origin: string | null }>
> = {
  "claude-code.jsonl": (text) => {
    const origin = /"sessionId":\s*"([^"]+)"/.exec(text)?.[1] ?? "";
    const link = JSON.stringify({ sessionId: "fork", forkedFrom: { sessionId: origin, messageUuid: "u" } });
    return {
      name: "fork.jsonl",
      text: text.replaceAll(/"sessionId":\s*"[^"]+"/g, link.slice(1, -1)),
      origin,
    };
  },
  "codex-rollout.jsonl": (text) => {
    const [meta, ...rest] = lines(text);
    const own = {
      ...meta,
      payload: { ...(meta?.payload as Fields), id: "fork", forked_from_id: "rollout-1" },
    };
    const copy = [own, meta ?? {}, ...rest].map((line) => ({ ...line, timestamp: NOW }));
    return { name: "rollout-fork.jsonl", text: written(copy), origin: "rollout-1" };
  },
  "pi.jsonl": (text) => {
    const origin = /"id":"([^"]+)"/.exec(text)?.[1] ?? "";
    const parentSession = `/home/dev/.pi/agent/sessions/shop/2026-03-02T09-00-10-000Z_${origin}.jsonl`;
    const header = JSON.stringify({ id: "fork", parentSession }).slice(1, -1);
    return { name: "fork.jsonl", text: text.replace(`"id":"${origin}"`, header), origin };
  },
  "qwen-code.jsonl": (text) => {
    const origin = String(lines(text)[0]?.sessionId);
    const copy = lines(text).map((row) => ({ ...row, sessionId: "fork", forkedFrom: { sessionId: origin } }));
    return { name: "fork.jsonl", text: written(copy), origin };
  },
  "opencode-export.json": (text) => ({
    name: "fork.json",
    text: text.replaceAll(/\b(ses|msg|prt)_(\w+)/g, "$1_fork$2"),
    origin: null,
  }),
};

describe("a fork as its program writes it", () => {
  it.each(Object.entries(FORKS))("%s: its calls are those of its origin", async (sample, fork) => {
    const { sessions } = await importSample(sample);
    const [origin] = sessions;
    if (origin === undefined) throw new Error("no session");
    const { name, text, origin: named } = fork(sampleText(sample));
    const copy = await sessionIn(name, text);
    expect(copy.meta.externalId).not.toBe(origin.meta.externalId);
    expect(copy.meta.forkedFrom).toBe(named);
    const turns = origin.turns.length;
    for (const order of [
      [origin, copy],
      [copy, origin],
    ])
      expect([...findCopiedParts(order.map(copying))]).toEqual([
        [expect.any(String), { from: expect.any(String), turns, ownFrom: turns }],
      ]);
  });
});

describe("a copy under another id", () => {
  it.each(filesBelow("lib/importers/samples"))(
    "%s: is a copy where it names its origin, and nothing in it is one by itself",
    async (sample) => {
      for (const session of (await importSample(sample)).sessions) {
        const origin = copying(session);
        const known = origin.calls.findIndex(({ at, callHash }) => callHash === null && at === null);
        const turns = known === -1 ? origin.calls.length : known;
        const copy = { ...origin, key: "copy", externalId: "copy", forkedFrom: origin.externalId };
        expect(findCopiedParts([origin, copy]).get("copy")?.turns ?? 0).toBe(turns);
        expect(findCopiedParts([copy, origin]).get("copy")?.turns ?? 0).toBe(turns);
        expect(findCopiedParts([origin]).size).toBe(0);
      }
    },
  );
});
