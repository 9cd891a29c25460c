import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { describeSubject } from "./subject";

function subjectOf(tool: string, args: unknown): string | null {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("Do it.").calls(tool, args, "c1"))
      .turn((t) => t.result("c1", "done").says("I stop."))
      .events(),
  );
  const { session } = recording;
  return describeSubject(
    { session, recording },
    session.blocks.findIndex(({ id }) => id === "result:c1"),
  );
}

describe("what a block is about", () => {
  it("is of a long path the end, which names the file", () => {
    const path = `/home/somebody/projects/${"folder/".repeat(9)}app/src/config.ts`;
    expect(subjectOf("Read", { file_path: path })).toMatch(/^…\/folder\/.*app\/src\/config\.ts$/);
    expect(subjectOf("Read", { file_path: "/app/config.ts" })).toBe("/app/config.ts");
  });

  it("is a command without the folder in which it is run", () => {
    const run = (command: string) => subjectOf("Bash", { command });
    expect(run("cd /tmp/a-long-name/of/a-folder && npm test 2>&1")).toBe("npm test 2>&1");
    expect(run("cd 'my app'; make")).toBe("make");
    expect(run("cd app")).toBe("cd app");
    expect(run("git add -A && git commit")).toBe("git add -A && git commit");
    expect(subjectOf("say", { text: "cd app && make" })).toBe("cd app && make");
  });
});
