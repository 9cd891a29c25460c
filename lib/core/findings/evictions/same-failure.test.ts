import { describe, expect, it } from "vitest";
import type { AttemptStep } from "@/lib/testing/attempts";
import { attemptCommand, writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (...steps: readonly AttemptStep[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [errorAgain])
    .findings;

describe("error.again, where an error shows the lines that it is about", () => {
  const blocked = (command: string) =>
    attemptCommand(
      command,
      [
        "tool : File C:\\run\\tool.ps1 cannot be loaded because running scripts is disabled here.",
        "At line:2 char:1",
        `+ ${command}`,
        "+ ~~~",
        "    + CategoryInfo          : SecurityError: (:) [], PSSecurityException",
      ].join("\n"),
    );

  it("knows the same refusal of two commands of one program", () => {
    expect(find(blocked("tool test -- --in-band"), blocked("tool run build --all"))).toMatchObject([
      { from: 0, to: 1, numbers: { attempts: 2 } },
    ]);
  });

  it("knows it where the lines are broken at another place", () => {
    const write = (path: string, broken: string) =>
      attemptCommand(
        `Write-Out ${path}`,
        `Write-Out : The folder of the path was not made before.\n+ Write-Out ${path}\n+ ~~~\n    + CategoryInfo : ObjectMissing: [Write-Out], FolderMissing${broken}Exception`,
      );
    expect(find(write("a/b.vue", ""), write("a/long-name.vue", "\n   "))).toHaveLength(1);
  });

  it("knows it where the middle of a shown line is left out", () => {
    const fails = (name: string) =>
      attemptCommand(
        `$files = @('${name}', 'b'); foreach ($f in $files) { New-Thing $f -Force }`,
        `New-Thing : The folder that would hold it is not there yet.\n+ ... each ($f in $files) { New-Thing $f -Fo ...\n+ ~~~~`,
      );
    expect(find(fails("one"), fails("other"))).toHaveLength(1);
  });

  const syntax = (source: string, script: string, message: string) =>
    attemptCommand(
      script.replace("SOURCE", source),
      `Exit code 1\n  File "<${script.startsWith("python3 -c") ? "string" : "stdin"}>", line 4\n    ${source}\n    ^^^^\nSyntaxError: ${message}`,
    );

  it("takes the last line of what a compiler points at for the error", () => {
    const message = "(unicode error) 'escape' codec can't decode bytes in position 2-3: truncated escape";
    expect(
      find(
        syntax("'cwd': 'C:\\Users\\a'", 'python3 -c "SOURCE"', message),
        syntax('cwd = "C:\\Users\\a"', "python3 << 'E'\nSOURCE\nE", message),
      ),
    ).toMatchObject([{ from: 0, to: 1 }]);
  });

  it("keeps apart what the lines are about where they say something else", () => {
    expect(
      find(
        syntax("a = (1", 'python3 -c "SOURCE"', "'(' was never closed before the end"),
        syntax("b = [1)", 'python3 -c "SOURCE"', "closing parenthesis does not match the opening one"),
      ),
    ).toEqual([]);
  });

  it("keeps apart errors of which only the shown line differs from nothing", () => {
    const fails = (command: string, said: string) => attemptCommand(command, `${said}\n+ ${command}`);
    expect(
      find(
        fails("tool one", "The first table is locked by a user"),
        fails("tool two", "The second index is older than it"),
      ),
    ).toEqual([]);
  });
});

describe("error.again, of what a command prints itself", () => {
  const count = (what: string) =>
    attemptCommand(
      `echo "=== ${what} ===" && grep -c "${what}" a.txt && tool check`,
      `=== ${what} ===\n0\n\nCommand exited with code 1`,
    );

  it("is what the answer is about where else only a code is left", () => {
    expect(find(count("the seven rules"), count("the other list"), count("all that is new"))).toEqual([]);
  });
});

describe("error.again, of a command that ran into its limit", () => {
  const limited = (limit: number, took: number): AttemptStep => ({
    tool: "shell",
    args: { command: "npm install", timeout_ms: limit },
    answer: `Exit code: 124\nWall time: ${took} seconds\nOutput:\ncommand timed out after ${took * 1000} milliseconds`,
  });

  it("is told the second time", () => {
    expect(find(limited(120_000, 120.4), limited(180_000, 180.6))).toMatchObject([
      { from: 0, to: 1, numbers: { attempts: 2 } },
    ]);
  });

  it("takes seconds and minutes, too", () => {
    const run = (timeout: number, said: string): AttemptStep => ({
      tool: "shell",
      args: { command: "npm test", timeout },
      answer: `The command timed out after ${said}. Its output is below.\none\ntwo`,
    });
    expect(find(run(90, "90 s"), run(90, "90 s"))).toHaveLength(1);
    expect(find(run(120_000, "2m 0.0s"), run(300_000, "5m 0.0s"))).toHaveLength(1);
  });

  it("leaves a time alone that was not reached", () => {
    expect(find(limited(120_000, 30.1), limited(180_000, 30.2))).toEqual([]);
  });

  it("is no limit where the call states none", () => {
    const run = attemptCommand("npm view a", "The registry timed out after 30000 ms, try again later.");
    expect(find(run, run)).toEqual([]);
  });
});

describe("error.again, of a form that had failed", () => {
  const install = (more: Record<string, unknown>, answer: string, worked = false): AttemptStep => ({
    tool: "shell",
    args: { command: "npm install", ...more },
    answer,
    worked,
  });
  const REFUSED = "The registry cannot be reached from inside of the sandbox.";

  it("is told though the same command had worked in another form", () => {
    expect(
      find(install({}, REFUSED), install({ outside: true }, "done", true), install({}, REFUSED)),
    ).toMatchObject([{ from: 0, to: 2, numbers: { attempts: 2 } }]);
  });

  it("is not told where that very form had worked", () => {
    expect(find(install({}, REFUSED), install({}, "done", true), install({}, REFUSED))).toEqual([]);
  });

  it("does not take what is said of a call for its form", () => {
    const said = { description: "Install what the project needs" };
    expect(find(install(said, REFUSED), install({}, "done", true), install(said, REFUSED))).toEqual([]);
  });
});

describe("error.again, of a place that was asked for in other words", () => {
  const open = (url: string, prompt: string, answer: string, worked = false): AttemptStep => ({
    tool: "WebFetch",
    args: { url, prompt },
    answer,
    worked,
  });
  const REFUSED = "The user does not want to proceed with this use of the tool.";

  it("is told though another place was opened between", () => {
    expect(
      find(
        open("https://a.example/x", "What is it?", REFUSED),
        open("https://b.example", "What is it?", "A long page about other things.", true),
        open("https://a.example/x", "Who made it?", REFUSED),
      ),
    ).toMatchObject([{ from: 0, to: 2 }]);
  });

  it("is another question at another place", () => {
    expect(
      find(
        open("https://a.example/x", "What is it?", REFUSED),
        open("https://b.example", "What is it?", "A long page about other things.", true),
        open("https://c.example/y", "Who made it?", REFUSED),
      ),
    ).toEqual([]);
  });

  it("is over where that place was opened", () => {
    expect(
      find(
        open("https://a.example/x", "What is it?", REFUSED),
        open("https://a.example/x", "Who?", "A long page about it.", true),
        open("https://a.example/x", "Who made it?", REFUSED),
      ),
    ).toEqual([]);
  });
});

describe("error.again, of a command that says with which code something ended", () => {
  const test = (pattern: string, answer: string): AttemptStep =>
    attemptCommand(`npm run test -- ${pattern} | tail -80`, answer, { worked: true });
  const none = (pattern: string) =>
    `> node jest.js ${pattern}\n\nNo tests found, exiting with code 1\nIn /app\n  14 files checked.\nPattern: ${pattern} - 0 matches\nSee above for more.`;

  it("is told though a pipe hides the code of the command", () => {
    const [found] = find(test("price.spec", none("price.spec")), test("lib/price", none("lib/price")));
    expect(found).toMatchObject({ from: 0, to: 1, numbers: { attempts: 2 } });
    expect(found?.sentence).toContain("No tests found, exiting with code 1");
  });

  it("is another failure where the output is another one", () => {
    const fails = (what: string) =>
      test(what, `Checking ${what}.\n${what} is not right.\nCommand failed with exit code 1.`);
    expect(find(fails("types of the whole tree"), fails("style and every import"))).toEqual([]);
  });

  it("is none where the code says that all is well, or a line is about codes", () => {
    const well = test("a", "All tests ran.\nThe command exited with code 0");
    const about = test("b", "The job exits with code 1: see its page\nAll of it was read to the end");
    expect(find(well, well)).toEqual([]);
    expect(find(about, about)).toEqual([]);
  });
});
