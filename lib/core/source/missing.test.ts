import { describe, expect, it } from "vitest";
import { placeMissing } from "./missing";

const ofCommand = (command: string, answer: string) =>
  placeMissing("Bash", JSON.stringify({ command }), answer);

describe("what a call named and is not there", () => {
  it.each([
    ["cat src/a.ts", "cat: src/a.ts: No such file or directory", "src/a.ts"],
    ["cd /app && cat src/a.ts", "cat: src/a.ts: No such file or directory", "/app/src/a.ts"],
    [
      "python3 tool/run.py",
      "python3: can't open file 'tool/run.py': [Errno 2] No such file or directory",
      "tool/run.py",
    ],
    ["node a.js b.json", "Error: ENOENT: no such file or directory, open 'b.json'", "b.json"],
    ["ls -la ./dist/", "ls: cannot access './dist/': No such file or directory", "dist"],
    ["cd app && jar tf x.jar", "bash: line 1: jar: command not found", "jar"],
    ["python load.py", "FileNotFoundError: [Errno 2] No such file or directory: 'load.py'", "load.py"],
  ])("is in %j the place of %j", (command, answer, place) => {
    expect(ofCommand(command, answer)).toBe(place);
  });

  it("is the only place of a tool whose answer is short and names none", () => {
    const read = (answer: string) =>
      placeMissing("Read", JSON.stringify({ file_path: "/a/b.ts", limit: 9 }), answer);
    expect(read("File does not exist.")).toBe("/a/b.ts");
    expect(read(`${"Much is said here. ".repeat(30)} not found`)).toBe(null);
    expect(read("Permission denied")).toBe(null);
  });

  it("is none where an answer is about something else, or about what the call did not name", () => {
    expect(ofCommand("npm test", "AssertionError: the user was not found")).toBe(null);
    expect(ofCommand("npm test", "Error: Cannot find module './b.js': No such file or directory")).toBe(null);
    expect(ofCommand("cat a.log", "GET /x 404 not found")).toBe(null);
    expect(ofCommand("cat a.ts.bak", "cat: a.ts: No such file or directory")).toBe(null);
  });
});
