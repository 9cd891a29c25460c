import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import {
  attemptEdit as edit,
  attemptCommand as bash,
  NOT_READ,
  writeAttempts as attempts,
} from "@/lib/testing/attempts";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

describe("error.again, of a command whose end nobody tells", () => {
  const piped = (command: string, answer: string) => bash(`${command} | tail -20`, answer, { worked: true });
  const NO_SERVER = "Schema loaded.\n\nError: P1001: No server can be reached at db:1\n\nIs it running?";
  const edited = edit("a.ts", "1", { answer: "done", worked: true });

  it("is the line that names the error, whatever a pipe made of the code", () => {
    const [found, ...more] = find(
      attempts(piped("prisma migrate deploy", NO_SERVER), edited, piped("prisma migrate deploy", NO_SERVER)),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: "warning", from: 0, to: 2, numbers: { attempts: 2, stood: 1 } });
    expect(found?.sentence).toContain('failed with "Error: P1001: No server can be reached at db:1"');
    expect(found?.claims[0]?.is).toBe("same-error");
  });

  it("is a line behind its place, or behind the program that says it", () => {
    const typed = (line: number) =>
      `src/a.ts(${line},7): error TS2322: Type text is not assignable to type number.`;
    expect(find(attempts(piped("tsc", typed(3)), edited, piped("tsc", typed(4))))).toHaveLength(1);
    const npm = "npm error Exit handler never called!\nA log can be found in /logs/a.log";
    expect(find(attempts(piped("npm ci", npm), piped("npm ci --verbose", npm)))).toHaveLength(1);
  });

  it("is a line that only its own details and another word stand below", () => {
    const dump =
      "Ready.\n[Error: Failed to open database\n\nCaused by:\n    0: no folder\n    1: no digit\n}\nHTTP 200";
    expect(find(attempts(piped("next dev", dump), edited, piped("next dev", dump)))).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    [
      "another error below the same last line",
      ["types are mismatched here", "value was moved before"].map((what) =>
        piped(
          "cargo check",
          `Checking app\nerror: ${what} and must not be\nerror: could not compile the app`,
        ),
      ),
    ],
    [
      "a count of failures that is none",
      [piped("npm test", "Ran all of it.\n0 failed, 12 passed in all"), edited].flatMap((one) => [one, one]),
    ],
    [
      "a line in the middle of what a good run says",
      [1, 2].map((no) =>
        piped(
          "npm test",
          `suite ${no}\nError: the one that this case throws on purpose\n${"one more case is well\n".repeat(6)}`,
        ),
      ),
    ],
    [
      "a log that somebody reads",
      [1, 2].map(() => bash("tail -5 run.log", "Error: the server could not be reached", { worked: true })),
    ],
    ["words too few to be known again", [1, 2].map(() => piped("make", "done\nError: no"))],
    [
      "a command that says nothing but its code, as one does that finds nothing",
      [1, 2].map(() => bash("lsof -i :3001 | grep LISTEN", "(no output)\n\nCommand exited with code 1")),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(attempts(...steps)).filter(({ sentence }) => !sentence.includes("run.log"))).toEqual([]);
  });
});

describe("error.again, of what refuses calls of several tools", () => {
  const write: Step = { tool: "write", args: { path: "b.ts" }, answer: NOT_READ };
  const works = edit("c.ts", "3", { answer: "done", worked: true });

  it("is one refusal", () => {
    const [found, ...more] = find(attempts(write, works, edit("a.ts", "1"), works, write));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 4, numbers: { attempts: 3 } });
    expect(found?.sentence).toContain("Another call failed with the same error twice more");
  });

  it("is one of several commands, in words that no program says of its own", () => {
    const phase =
      "This phase is for questions alone: go on to ask what is open, and hand over a plan before any file is changed.";
    const refused = ["cp a.html b.html", "mkdir out", "npm ci"].map((command) => bash(command, phase));
    expect(find(attempts(...refused))).toMatchObject([{ from: 0, to: 2, numbers: { attempts: 3 } }]);
  });

  it("is one cause of several commands in a row, whatever looks between them", () => {
    const readOnly = ["cp a.html b.html", "mkdir out", "npm ci"].map((command) =>
      bash(command, "Error: the disk of this machine is read only"),
    );
    const looked = bash("ls", "a.html", { worked: true });
    expect(find(attempts(...readOnly))).toMatchObject([{ from: 0, to: 2, numbers: { attempts: 3 } }]);
    expect(find(attempts(...readOnly.flatMap((one) => [one, looked])))).toHaveLength(1);
    const made = bash("touch b.html", "", { worked: true });
    expect(find(attempts(...readOnly.flatMap((one) => [one, made])))).toEqual([]);
    expect(find(attempts(...readOnly.slice(0, 2)))).toEqual([]);
  });

  it("is none for two calls of two tools", () => {
    expect(find(attempts(write, edit("a.ts", "1")))).toEqual([]);
  });

  it("is none in words that any tool may say of its own", () => {
    const short = { answer: "Error: not found here" };
    const ask = (tool: string): Step => ({ tool, args: { of: tool }, ...short });
    expect(find(attempts(ask("orders"), ask("users"), ask("stock")))).toEqual([]);
  });
});

describe("error.again, of look-ups that fail alike whatever they ask for", () => {
  const fetch = (
    url: string,
    answer = "Internal error: the page cannot be loaded now",
    worked = false,
  ): Step => ({
    ...{ tool: "web_fetch", args: { url: `https://example.com/${url}` }, answer, worked },
  });

  it("is three in a row", () => {
    const [found, ...more] = find(attempts(fetch("a"), fetch("b"), fetch("c")));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 2, numbers: { attempts: 3, stood: 2 } });
  });

  it("is told once where the same was asked for twice", () => {
    expect(find(attempts(fetch("a"), fetch("a"), fetch("b"), fetch("c")))).toMatchObject([
      { numbers: { attempts: 4 } },
    ]);
  });

  it.each<[string, readonly Step[]]>([
    ["for two", [fetch("a"), fetch("b")]],
    ["where one between them worked", [fetch("a"), fetch("b"), fetch("d", "A page.", true), fetch("c")]],
    [
      "where what was asked for is not there",
      ["a", "b", "c"].map((url) => fetch(url, "The page was not found: 404")),
    ],
    [
      "where each fails in its own way",
      ["no host has this name", "the host closed the line", "too many were sent"].map((why, i) =>
        fetch(`${i}`, `Error: ${why}`),
      ),
    ],
    ["where nothing is found", ["a", "b", "c"].map((what) => bash(`grep -n ${what} src`, "Exit code 1"))],
  ])("is none %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });
});

describe("error.again, of a program that fails alike whatever it is to do", () => {
  const LONG = "npm error the lock file of this project was written by a later version";
  const npm = (what: string, answer = LONG, worked = false) => bash(`npm ${what}`, answer, { worked });

  it("is one error", () => {
    expect(find(attempts(npm("ci"), npm("install")))).toMatchObject([{ numbers: { attempts: 2 } }]);
  });

  it.each<[string, readonly Step[]]>([
    ["with one that worked between", [npm("ci"), npm("view left-pad", "1.3.0", true), npm("install")]],
    [
      "in words that it may say of anything",
      [npm("ci", "npm error no access to it"), npm("install", "npm error no access to it")],
    ],
    ["of another program", [npm("ci"), bash("yarn install", LONG)]],
  ])("is none %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });
});

describe("error.again, of an error that shows what it is about", () => {
  const refused = (lines: string) => `Verification failed: cannot find the expected lines in a.ts:\n${lines}`;

  it("is the same error above other lines", () => {
    const [found] = find(
      attempts(
        edit("a.ts", "1", { answer: refused("let one = first(a);\nuse(one);") }),
        edit("a.ts", "2", { answer: refused("const two = second(b);\nshow(two);") }),
      ),
    );
    expect(found?.sentence).toContain("Verification failed: cannot find the expected lines");
  });

  it("is none below another head", () => {
    expect(
      find(
        attempts(
          edit("a.ts", "1", { answer: refused("let one = 1;") }),
          edit("a.ts", "2", {
            answer: "Verification failed: the patch has no end that closes it\nlet one = 1;",
          }),
        ),
      ),
    ).toEqual([]);
  });
});

describe("error.again, of a command above whose output the harness says how it ended", () => {
  const told = (command: string, end: string, output: string): Step => ({
    tool: "exec_command",
    args: { cmd: command },
    answer: `Command: /bin/bash -lc '${command}'\nChunk ID: 8f7f87\nWall time: 0.2 seconds\n${end}\nOutput:\n${output}`,
    worked: true,
  });
  const NO_HOST = "npm notice asks the registry\nit cannot be reached from this machine at all now\n";
  const edited = edit("a.ts", "1", { answer: "done", worked: true });
  const ended = (command: string, output: string) => told(command, "Process exited with code 1", output);
  const goesOn = (command: string, id: number) =>
    told(command, `Process running with session ID ${id}`, "it has begun");
  const asks = (id: number, output: string): Step => ({
    ...ended("-", output),
    ...{ tool: "write_stdin", args: { session_id: id, chars: "" } },
  });

  it("is what stands below it, in a quotation too", () => {
    const [found, ...more] = find(attempts(ended("npm ci", NO_HOST), edited, ended("npm ci", NO_HOST)));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 2, numbers: { attempts: 2 } });
    expect(found?.sentence).toContain('failed with "npm notice asks the registry');
  });

  it("is how a look-up failed, and not that it found nothing", () => {
    const status = ended("git status --short", "fatal: not a git repository, or any folder above it");
    expect(find(attempts(status, edited, status))).toHaveLength(1);
    const nothing = ended("rg -n order src", "");
    expect(find(attempts(nothing, edited, nothing, nothing))).toEqual([]);
  });

  it("is what a command came to that was left running and asked for by its id", () => {
    const found = find(
      attempts(goesOn("npm ci", 17), asks(17, NO_HOST), edited, goesOn("npm ci", 18), asks(18, NO_HOST)),
    );
    expect(found).toMatchObject([{ from: 1, to: 4, numbers: { attempts: 2 } }]);
  });

  it.each<[string, readonly Step[]]>([
    ["what ended well", [1, 2].map(() => told("make", "Process exited with code 0", NO_HOST))],
    ["what goes on", [goesOn("npm ci", 17), goesOn("npm ci", 18)]],
    [
      "two commands that were asked for by their ids",
      [goesOn("npm ci", 1), asks(1, NO_HOST), goesOn("make", 2), asks(2, NO_HOST)],
    ],
    [
      "what a program says that writes such a heading below its own",
      [1, 2].map(() =>
        told("cat run.log", "Process exited with code 0", "Exit code: 1\nerror: it was not to be read"),
      ),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });
});

describe("error.again, of a refusal that shows what it was given", () => {
  const refused = (given: object, what = "edits.2: must not have more fields"): Step => ({
    args: given,
    answer: `Validation failed for this tool:\n  - ${what}\n\nReceived arguments:\n${JSON.stringify(given, null, 2)}`,
  });

  it("is the same refusal of other arguments", () => {
    expect(
      find(
        attempts(
          refused({ path: "a.ts", edits: [{ old: "let one = 1", more: "" }] }),
          refused({ path: "b.ts", edits: [{ old: "const two = 2", note: "x" }] }),
        ),
      ),
    ).toMatchObject([{ numbers: { attempts: 2 } }]);
  });

  it("is not another refusal of arguments with the same names", () => {
    expect(
      find(
        attempts(
          refused({ path: "a.ts", edits: [] }),
          refused({ path: "b.ts", edits: [] }, "the folder may not be written by this user"),
        ),
      ),
    ).toEqual([]);
  });

  it("is not told apart from what a tool answers of its own in that form", () => {
    const answered = (state: string): Step => ({
      args: { order: "a" },
      answer: `It cannot be done in this state:\n{\n  "state": "${state}"\n}`,
    });
    expect(find(attempts(answered("open and not paid"), answered("closed by the shop")))).toEqual([]);
  });
});
