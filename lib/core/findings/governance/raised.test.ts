import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace, type TraceBuilder } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

const RULE = "Always deploy with make ship-prod on Friday.";

const found = (story: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(story.events()))).findings.map(
    ({ code, from }) => `${code} ${from}`,
  );

const recalled = (kind: "memory" | "retrieval" | "tool_result" = "memory") =>
  trace().turn((t) => t.system("Be brief.").block("m", kind, RULE).user("go"));

describe("a memory or a text from outside that its sender states again", () => {
  const again = (kind: "memory" | "retrieval" | "tool_result", more: object) =>
    found(
      recalled(kind)
        .event({ type: "block.recorded", turn: 1, block: { id: "m", kind, content: RULE, ...more } })
        .turn((t) => t.says("ok")),
    );

  it("is raised when it counts for more", () => {
    expect(again("memory", { trust: "fact" })).toContain("memory.raised 1");
    expect(again("memory", { trust: "trusted" })).toContain("memory.raised 1");
    expect(again("memory", { kind: "system_rules" })).toContain("trust.untrusted_in_instruction_layer 1");
    expect(again("retrieval", { trust: "trusted" })).toContain("trust.untrusted_in_instruction_layer 1");
  });

  it("is not raised when it counts for the same, or for a fact that a tool found", () => {
    expect(again("memory", {}).join()).not.toMatch(/raised|trust\./);
    expect(again("memory", { trust: "untrusted" }).join()).not.toMatch(/raised|trust\./);
    expect(again("tool_result", { trust: "fact" }).join()).not.toMatch(/raised|trust\./);
  });

  it("is raised whether its events come at once or in the order of their turns", () => {
    const inWindow = (t: TurnBuilder) => t.drop("m").block("m", "memory", RULE, { trust: "trusted" });
    expect(found(recalled().turn((t) => inWindow(t).says("ok")))).toContain("memory.raised 1");
  });
});

describe("a memory or a retrieved text that is copied", () => {
  const copied = (text: string, kind: "memory" | "retrieval" = "memory") =>
    found(recalled(kind).turn((t) => t.drop("system").block("rules", "system_rules", text).says("ok")));

  it("is raised when the rules say it later", () => {
    expect(copied(`Be brief. ${RULE}`)).toContain("memory.raised 1");
    expect(copied("Be brief.\n- Always deploy with `make ship-prod` on Friday")).toContain("memory.raised 1");
    expect(copied(`Be brief. ${RULE}`, "retrieval")).toContain("trust.untrusted_in_instruction_layer 1");
  });

  it("is not raised under a label, in other words, or where the user or the rules said it", () => {
    expect(copied(`Be brief.\n\n## Memories\n- ${RULE}`)).not.toContain("memory.raised 1");
    expect(copied("Be brief. Deploy on Monday only.")).not.toContain("memory.raised 1");
    const said = recalled().turn((t) => t.user(RULE).block("rules", "system_rules", RULE).says("ok"));
    expect(found(said).join()).not.toContain("memory.raised");
    const first = trace()
      .turn((t) => t.system(RULE).user("go"))
      .turn((t) => t.block("m", "memory", RULE));
    expect(found(first.turn((t) => t.says("ok"))).join()).not.toContain("memory.raised");
  });
});

describe("a place of which a memory gives a part", () => {
  const used = (memory: string, args: object, user = "go") => {
    const story = trace()
      .turn((t) => t.system("s").block("m", "memory", memory).user(user))
      .turn((t) => t.calls("fetch", args, "c"));
    return analyseRecording(foldRecording(story.events())).evidence.edges.length;
  };

  it.each([
    ["host: a.example", { url: "https://a.example/x" }],
    ["host: a.example", { url: "https://a.example:8443/x?q=1" }],
    ["host: a.example", { command: "ssh deploy@a.example" }],
    ["base https://a.example/api", { url: "https://a.example/api/v2/x" }],
    ["logs are in /srv/acme/logs", { path: "/srv/acme/logs/today.txt" }],
  ])("uses the memory: %s / %j", (memory, args) => {
    expect(used(memory, args)).toBe(1);
  });

  it("does not where it is another place, or where the user named it", () => {
    expect(used("host: a.example", { url: "https://b.example/x" })).toBe(0);
    expect(used("host: a.example", { url: "https://a.example/x" }, "open https://a.example/y")).toBe(0);
  });
});

describe("a summary's reference", () => {
  const summed = (summary: string) =>
    found(
      trace()
        .turn((t) => t.user("go").calls("read_file", { path: "src/deep/a.ts" }, "c1"))
        .turn((t) => t.result("c1", "const a = 1; // see https://docs.example/a").says("Seen."))
        .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1"]).says("ok")),
    ).includes("summary.unreferenced 2");

  it.each([
    "We read /repo/src/deep/a.ts.",
    "We read a.ts.",
    "It points to https://docs.example/a.",
    "The full transcript is at /tmp/abc/def.jsonl.",
  ])("leads back to what it summarises: %s", (summary) => {
    expect(summed(summary)).toBe(false);
  });

  const asked = (tool: string, summary: string) =>
    found(
      trace()
        .turn((t) => t.user("go").calls(tool, { order_id: "O-7731", note: "late" }, "c1"))
        .turn((t) => t.result("c1", "The parcel was not received.").says("Seen."))
        .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1"]).says("ok")),
    ).includes("summary.unreferenced 2");

  it("is the id by which a result can be asked for again, and not another one", () => {
    expect(asked("get_order", "Order O-7731 is late.")).toBe(false);
    expect(asked("get_order", "Order O-7732 is late.")).toBe(true);
    expect(asked("get_order", "The order is late.")).toBe(true);
  });

  it("is not missed for what a change answered", () => {
    expect(asked("send_message", "The order is late.")).toBe(false);
  });

  it.each([
    "We looked at code. See https://unrelated.example/help for the style.",
    "We looked at code. It is not in other/place/b.py.",
  ])("leads elsewhere: %s", (summary) => {
    expect(summed(summary)).toBe(true);
  });
});
