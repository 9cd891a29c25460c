import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace, type TraceBuilder } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

const codes = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events()))).findings.map(
    ({ code, from }) => `${code} ${from}`,
  );

const rules = (t: TurnBuilder, path: string, text = `Rules of ${path}.`) =>
  t.block(path, "repository_instructions", text, { origin: { path } });

const changed = (tool: string, args: object) =>
  trace()
    .turn((t) => rules(t.system("s"), "AGENTS.md").user("fix it").calls("read_file", { path: "x.md" }, "c0"))
    .turn((t) => t.result("c0", "text").calls(tool, args, "c1"))
    .turn((t) => rules(t.result("c1", "ok"), "api/AGENTS.md").says("done"));

describe("the nearest instructions", () => {
  it.each([
    ["edit_file", { path: "api/a.ts" }],
    ["edit_file", { path: "web/../api/a.ts" }],
    ["bash", { command: "sed -i s/a/b/ api/a.ts" }],
    ["bash", { command: "cd api && echo x > a.ts" }],
    ["apply_patch", { input: "*** Begin Patch\n*** Update File: api/a.ts\n@@\n-a\n+b\n*** End Patch" }],
    ["shell", { command: ["apply_patch", "*** Begin Patch\n*** Update File: api/a.ts\n*** End Patch"] }],
    ["str_replace_based_edit_tool", { command: "str_replace", path: "api/a.ts" }],
  ])("are missed by a change: %s %j", (tool, args) => {
    expect(codes(changed(tool, args))).toContain("instructions.nearest_absent 1");
  });

  it.each([
    ["read_file", { path: "api/a.ts" }],
    ["bash", { command: "grep -n x api/a.ts 2>/dev/null" }],
    ["str_replace_based_edit_tool", { command: "view", path: "api/a.ts" }],
    ["edit_file", { path: "api-v2/a.ts" }],
  ])("are not missed by a look, or by a change elsewhere: %s %j", (tool, args) => {
    expect(codes(changed(tool, args)).join()).not.toContain("instructions.nearest_absent");
  });
});

const cites = (pack: string, answer: string) =>
  codes(
    trace()
      .turn((t) => t.system("s").block("pack", "retrieval", pack).user("q").says("wait"))
      .turn((t) => t.says(answer)),
  ).includes("citation.unresolved 1");

const NUMBERED = "[1] docs/a.md: the port is 80\n[2] docs/b.md: the host is x";
const NAMED = "[spec-auth] tokens last an hour\n[spec-db] the database";
const TAGGED = '<document index="1"><source>a.md</source>port 80</document>';

describe("citations", () => {
  it.each([
    [NUMBERED, "Port 80 [1, 5]."],
    [NUMBERED, "See [1–3]."],
    [NUMBERED, "It is 80 (source 3)."],
    [NUMBERED, "It is 80 [docs/c.md:9]."],
    [NAMED, "Two hours [spec-cache]."],
    [TAGGED, "It is 81 [3]."],
    ['[{"id":"doc-1","text":"port 80","source":"a.md"}]', "It is 81 [doc-3]."],
  ])("lead nowhere: %s / %s", (pack, answer) => {
    expect(cites(pack, answer)).toBe(true);
  });

  it.each([
    [NUMBERED, "Both [1, 2], or [1–2]."],
    [NUMBERED, "arr[3] is the value of map[7]."],
    [NUMBERED, "It is 80 [docs/a.md:12]."],
    [NUMBERED, "A range [0, 1] of floats."],
    [NAMED, "An hour [spec-auth]. [Note] this."],
    [TAGGED, "It is 80 [1]."],
  ])("resolve, or are none: %s / %s", (pack, answer) => {
    expect(cites(pack, answer)).toBe(false);
  });
});

const HOST = "alpha-7713.example.net";
const usesMemory = (tool: string, args: object) =>
  codes(
    trace().turn((t) =>
      t
        .system("s")
        .block("m", "memory", `the host is ${HOST}\nconfidence: low`)
        .user("q")
        .calls(tool, args, "c1"),
    ),
  ).includes("memory.unsure_used 0");

describe("an unsure memory", () => {
  it.each([
    ["bash", { command: `ssh ${HOST} reboot` }],
    ["set_status", { host: HOST }],
    ["budget_update", { host: HOST }],
    ["bash", { command: `ls; rm -rf /srv/${HOST}` }],
  ])("is acted on: %s %j", (tool, args) => {
    expect(usesMemory(tool, args)).toBe(true);
  });

  it.each([
    ["bash", { command: `ping -c1 ${HOST}` }],
    ["bash", { command: `cd x && grep ${HOST} hosts` }],
    ["dns_lookup", { host: HOST }],
  ])("is only looked up: %s %j", (tool, args) => {
    expect(usesMemory(tool, args)).toBe(false);
  });

  it("is raised by a ledger that trusts it", () => {
    const story = trace().turn((t) => t.system("s").block("m", "memory", "door blue").user("q").says("ok"));
    const ledger = {
      type: "context.decided" as const,
      turn: 1,
      runId: "r",
      turnId: "t",
      excluded: [],
      compactions: [],
    };
    const entry = { sourceId: "m", sourceKind: "memory", mode: "full", reason: "useful" };
    story.turn((t) => t.says("on")).event({ ...ledger, included: [{ ...entry, trustLevel: "trusted" }] });
    expect(codes(story)).toContain("memory.raised 1");
  });
});

const offered = (visibleTools: string[]) =>
  codes(trace().turn((t) => t.system("s").user("q").with({ visibleTools }).calls("write", {}, "c1"))).join();

describe("visible tools", () => {
  it("are known by their own names, and none is a set too", () => {
    expect(offered(["functions.write"])).not.toContain("tools.called_unseen");
    expect(offered([])).toContain("tools.called_unseen");
  });
});

describe("the order of sources", () => {
  it("counts repository rules that came in with a memory, not those that came later", () => {
    const late = trace()
      .turn((t) => t.system("s").block("m", "memory", "tea").user("q").says("ok"))
      .turn((t) => rules(t, "AGENTS.md").says("ok"));
    expect(codes(late).join()).not.toContain("order.rules_below");
    const both = trace().turn((t) => rules(t.system("s").block("m", "memory", "tea"), "AGENTS.md").user("q"));
    expect(codes(both)).toContain("order.rules_below 0");
  });
});
