import { describe, expect, it } from "vitest";
import { groupFiles } from "@/lib/importers/group";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { inspect } from ".";

describe("Inspect log", () => {
  it("has a session for each sample, with a grader's calls apart", async () => {
    const { format, sessions } = await importSample("inspect-log.json");
    expect(format).toBe("inspect_eval");
    expect(sessions.map(({ meta }) => [meta.externalId, meta.role, meta.outcome])).toEqual([
      ["sample-7", "main", "ok"],
      ["sample-7:2", "side", null],
    ]);
  });

  it("looks texts up that are stored apart", async () => {
    const { sessions, events } = await importSample("inspect-log.json");
    expect(JSON.stringify(events)).not.toContain("attachment://");
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "tool:go                     |##|
      system                      |##|
      user_goal:0e2a90c9d99d      |##|
      thinking:9a5b22bd7a3c       | #|
      assistant_text:5b3bbf26e621 | #|
      call:c1                     | #|
      result:c1                   | #|"
    `);
  });

  it("adds what came from a cache where the total says that the input leaves it out", async () => {
    const { sessions } = await importSample("inspect-log.json");
    expect(sessions[0]?.turns.map(({ usage }) => [usage?.input, usage?.cacheRead])).toEqual([
      [100, 40],
      [530, 500],
    ]);
  });

  it.each(["message_pool", "events_data"])(
    "reads samples whose messages stand in a pool: %s",
    async (place) => {
      const log = JSON.parse(sampleText("inspect-log.json")) as {
        samples: { events: { event: string; input?: unknown[] }[] }[];
      };
      const pool: unknown[] = [];
      const numberOf = (message: unknown) => {
        const at = pool.findIndex((known) => JSON.stringify(known) === JSON.stringify(message));
        return at >= 0 ? at : pool.push(message) - 1;
      };
      for (const event of log.samples[0]?.events ?? [])
        if (event.event === "model" && event.input !== undefined) {
          const refs = event.input.map(numberOf).map((at) => [at, at + 1]);
          Object.assign(event, { input: [], input_refs: refs });
        }
      Object.assign(
        log.samples[0] ?? {},
        place === "events_data" ? { events_data: { messages: pool } } : { message_pool: pool },
      );
      const { sessions, warnings } = await runImporter(inspect, [
        await textFile("log.json", JSON.stringify(log)),
      ]);
      const whole = await runImporter(inspect, [await textFile("log.json", sampleText("inspect-log.json"))]);
      expect([...sessions.values()]).toEqual([...whole.sessions.values()]);
      expect(warnings.get("unknown_key")).toBeUndefined();
    },
  );

  it("takes a list of summaries for what it is, and for no broken file", async () => {
    const { samples, ...header } = JSON.parse(sampleText("inspect-log.json")) as { samples: object[] };
    const summary = [{ id: 7, epoch: 1, input: "Go.", target: "C" }];
    const files = await Promise.all([
      textFile("log.eval/header.json", JSON.stringify(header)),
      textFile("log.eval/samples/7_epoch_1.json", JSON.stringify(samples[0])),
      textFile("log.eval/_journal/summaries/1.json", JSON.stringify(summary)),
    ]);
    const { groups, unrecognised } = groupFiles(files);
    expect([groups.length, unrecognised]).toEqual([1, []]);
    const { warnings } = await runImporter(inspect, groups[0]?.files ?? []);
    expect(warnings.get("broken_file")).toBeUndefined();
  });

  it("reads the files of an archive like the one document", async () => {
    const { samples, ...header } = JSON.parse(sampleText("inspect-log.json")) as { samples: object[] };
    const files = await Promise.all([
      textFile("log.eval/header.json", JSON.stringify(header)),
      textFile("log.eval/samples/7_epoch_1.json", JSON.stringify(samples[0])),
      textFile("log.eval/summaries.json", "[]"),
      textFile("log.eval/_journal/start.json", JSON.stringify({ version: 2 })),
    ]);
    const { groups, unrecognised } = groupFiles(files);
    expect(unrecognised).toEqual([]);
    expect(groups).toHaveLength(1);
    const { sessions } = await runImporter(inspect, groups[0]?.files ?? []);
    const whole = await importSample("inspect-log.json");
    expect([...sessions.keys()]).toEqual(whole.sessions.map(({ meta }) => meta.externalId));
  });
});
