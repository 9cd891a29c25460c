import { describe, expect, it } from "vitest";
import { nameRun, readAttempted } from "./attempted";

const commandOf = (command: string) => readAttempted("Bash", JSON.stringify({ command }))?.key ?? null;

describe("what a call tries", () => {
  it.each([
    ['cd app && git add -A && git commit -m "One"', 'bash git commit -m "One"'],
    ['git commit -m "One"  2>&1', 'bash git commit -m "One"'],
    ["CI=1 timeout 60 npm test && echo good", "bash npm test"],
    ["npm test > /dev/null 2>&1", "bash npm test"],
    ['git commit -m "a && b; c | d"', 'bash git commit -m "a && b; c | d"'],
    ["npm test; echo $?", null],
    ["npm test | tail -5", null],
    ["npm test || echo failed", null],
    ["npm test || true", null],
    ["grep -n x a.ts", null],
    ["cat a.ts && ls", null],
    ["make\nnpm test", "bash npm test"],
    ["python3 - <<'EOF'\nprint(1)\nEOF", "bash python3 - <<'EOF' print(1) EOF"],
  ])("of %j is %j", (command, key) => {
    expect(commandOf(command)).toBe(key);
  });

  it("is the file that a tool changes, whatever it writes there", () => {
    const key = (args: unknown) => readAttempted("Edit", JSON.stringify(args))?.key;
    expect(key({ file_path: "a.ts", old_string: "x" })).toBe(key({ file_path: "a.ts", old_string: "y" }));
    expect(key({ file_path: "a.ts", old_string: "x" })).not.toBe(key({ file_path: "b.ts", old_string: "x" }));
  });

  it("is the question of other tools, in any order of its arguments", () => {
    const key = (args: unknown) => readAttempted("run_report", JSON.stringify(args))?.key;
    expect(key({ of: 1, by: 2 })).toBe(key({ by: 2, of: 1 }));
    expect(key({ of: 1, by: 2 })).not.toBe(key({ of: 1, by: 3 }));
  });
});

it("what a call runs is told whatever reads its output, and a look-up runs nothing", () => {
  const runOf = (command: string) => nameRun("Bash", JSON.stringify({ command }));
  expect(runOf("cd app && npm test 2>&1 | tail -5")).toBe("bash npm test");
  expect(runOf("CI=1 npm test | grep -c ok; echo $?")).toBe("bash npm test");
  expect(runOf("make a && make b | tail -5")).toBe("bash make a; make b");
  expect(runOf('node -e "a | b" | head')).toBe('bash node -e "a | b"');
  expect(runOf("cat a.log | grep x")).toBeNull();
  expect(nameRun("Edit", '{"file_path":"a.ts","old_string":"x"}')).toBe("Edit a.ts");
});
