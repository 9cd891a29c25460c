import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { COVERAGE_RULES } from "./coverage";

const codes = (builder: ReturnType<typeof trace>) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, COVERAGE_RULES).findings.map(
    ({ code }) => code,
  );

describe("coverage", () => {
  it("says nothing of a source that shows everything", () => {
    const whole = trace().turn((t) =>
      t.system("Rules.").block("tools", "tool_schemas", "[]").user("Go.").calls("list", {}).usage(10, 5),
    );
    expect(codes(whole)).toEqual([]);
  });

  it("names what a source does not show", () => {
    const bare = trace().turn((t) => t.user("Go.").calls("list", {}));
    expect(codes(bare)).toEqual([
      "coverage.no_system_prompt",
      "coverage.no_tool_schemas",
      "coverage.no_usage",
    ]);
    const cut = trace().turn((t) => t.user("Go.").usage(10, 5).with({ completeness: "client_truncated" }));
    expect(codes(cut)).toContain("coverage.truncated_by_client");
    const bareTotals = trace().turn((t) => t.usage(10, 5).with({ completeness: "metadata_only" }));
    expect(codes(bareTotals)).not.toContain("coverage.truncated_by_client");
  });

  it("names a call that failed, with its words, and no attempt that was made good", () => {
    const story = trace().turn((t) => t.user("Go.").with({ error: "status 429: too many requests" }));
    const [found] = findAll(
      analyseRecording(foldRecording(story.events())),
      undefined,
      COVERAGE_RULES,
    ).findings.filter(({ code }) => code === "coverage.call_failed");
    expect(found).toMatchObject({ sentence: "1 of 1 calls failed. Turn 0: status 429: too many requests" });
    const again = trace().turn((t) => t.user("Go.").with({ attempts: [{ error: "status 429" }] }));
    expect(codes(again)).not.toContain("coverage.call_failed");
  });

  it("says nothing of a session without calls", () => {
    expect(codes(trace())).toEqual([]);
  });
});
