import path from "node:path";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { openImportFile, runImporter } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";

async function importCase(name: string) {
  const file = await openImportFile(path.join(import.meta.dirname, "cases", name), name);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) throw new Error(`no importer reads ${name}`);
  const { sessions, warnings } = await runImporter(importer, [file]);
  return { sessions: [...sessions.values()].map((events) => foldSession(events)), warnings };
}

async function onlySession(name: string) {
  const { sessions } = await importCase(name);
  if (sessions[0] === undefined) throw new Error("no session");
  expect(sessions).toHaveLength(1);
  return sessions[0];
}

const sizes = ({ turns }: Awaited<ReturnType<typeof onlySession>>) =>
  turns.map(({ window }) => [window.tokens.value, window.tokens.provenance]);
const measured = (...tokens: number[]) => tokens.map((value) => [value, "measured"]);

describe("small files that were read wrongly", () => {
  it("records of hooks are linked to a call that is over: nothing leaves with the next prompt", async () => {
    const session = await onlySession("r01-hook-progress.jsonl");
    expect(sizes(session)).toEqual(measured(9_304, 9_728, 9_792, 9_876));
    expect([session.evictions, session.toolCalls]).toEqual([[], 2]);
    const last = session.residencies
      .filter(({ to }) => to === null)
      .map(({ block }) => session.blocks[block]);
    expect(last.map((block) => block?.kind)).toEqual([
      ...["user_goal", "tool_call", "tool_result", "assistant_text"],
      ...["user_message", "tool_call", "tool_result"],
    ]);
  });

  it("an error that the client wrote itself is no window, but an attempt at the call that follows", async () => {
    const session = await onlySession("r17-interrupt-error.jsonl");
    expect(sizes(session)).toEqual(measured(7_103, 7_196));
    expect(session.turns[1]?.attempts).toMatchObject([{ error: "API Error: 529 overloaded" }]);
    expect(session.toolCalls).toBe(1);
  });

  it("a count that stands before the items of its call is that call's, and the file's own sum agrees", async () => {
    const session = await onlySession("r05b-codex-count-before-items.jsonl");
    expect(sizes(session)).toEqual(measured(4_000, 4_100, 4_160));
    expect(session.turns.map(({ usage }) => usage?.output)).toEqual([12, 18, 11]);
    expect([session.toolCalls, session.warnings]).toEqual([1, []]);
  });

  it("Gemini's thoughts are output, as reasoning is elsewhere", async () => {
    const session = await onlySession("r26-gemini-thoughts.har");
    expect(session.turns[0]?.usage).toMatchObject({ input: 13, output: 120, reasoning: 100 });
  });

  it("a fork names its origin", async () => {
    const session = await onlySession("r03-fork/3c3c0002-0000-4000-8000-000000000002.jsonl");
    expect(session.meta.forkedFrom).toBe("3c3c0001-0000-4000-8000-000000000001");
    expect(sizes(session)).toEqual(measured(20_505, 20_570, 20_645));
  });

  it("a list of only what is new is no window: what the provider holds did not leave", async () => {
    const session = await onlySession("r28-langfuse-delta.json");
    expect([session.turns.length, session.toolCalls, session.evictions]).toEqual([2, 1, []]);
    expect(sizes(session)).toEqual(measured(25, 631));
    expect(session.turns[1]).toMatchObject({ window: { entries: 3 }, windowProvenance: "inferred" });
  });

  it("what Gemini CLI prints as it runs is a session, with the run's own sums", async () => {
    const session = await onlySession("r24-gemini-stream.jsonl");
    expect([session.turns.length, session.toolCalls, session.warnings]).toEqual([2, 1, []]);
    expect(session.meta.reported).toMatchObject({ tokensSent: 2_300, tokensReceived: 100 });
  });

  it.each(["f3-utf16le.jsonl", "f7-nul-tail.jsonl"])(
    "%s: one byte does not decide over a file",
    async (name) => {
      const { sessions, warnings } = await importCase(name);
      expect(sessions.map(sizes)).toEqual([measured(5_103, 5_146, 5_183)]);
      expect(sessions.map(({ toolCalls }) => toolCalls)).toEqual([1]);
      expect([...warnings.keys()]).toEqual(name === "f7-nul-tail.jsonl" ? ["zero_bytes"] : []);
    },
  );
});
