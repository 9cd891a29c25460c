import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import {
  attemptEdit as edit,
  attemptCommand as bash,
  writeAttempts as attempts,
} from "@/lib/testing/attempts";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [errorAgain]).findings;

describe("error.again, of what was tried on the same thing", () => {
  const NOT_FOUND = "The text to replace stands nowhere in this file.";
  const refused = (path: string, old: string) => edit(path, old, { answer: NOT_FOUND });
  const made = (path: string) => edit(path, "9", { answer: "done", worked: true });

  it("is two refusals of one file, whatever worked on another one", () => {
    expect(find(attempts(refused("a.ts", "1"), made("b.ts"), refused("a.ts", "2")))).toMatchObject([
      { from: 0, to: 2, numbers: { attempts: 2 } },
    ]);
  });

  it("is one command in two forms, whatever another command of its program does", () => {
    const NO_FOLDER = "Could not create the local repository at";
    const run = (folder: string, more = ""): Step => ({
      tool: "shell_command",
      args: { command: `mvn -q ${more}compile`, workdir: `C:\\Users\\me\\my work\\${folder}` },
      answer: `${NO_FOLDER} C:\\Users\\me\\my work\\${folder}\\.m2`,
    });
    const looked = bash("Get-Content a.xml", "<a/>", { worked: true });
    expect(find(attempts(run("one api"), looked, run("other api", "-DskipTests ")))).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    ["where it worked between", [refused("a.ts", "1"), made("a.ts"), refused("a.ts", "2")]],
    ["of two files", [refused("a.ts", "1"), made("c.ts"), refused("b.ts", "2")]],
    [
      "with another answer",
      [
        refused("a.ts", "1"),
        made("b.ts"),
        edit("a.ts", "2", { answer: "The text to replace stands there twice." }),
      ],
    ],
  ])("is none %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });
});

describe("error.again, of a run whose answers say nearly the same", () => {
  const ended = (form: string, lines: readonly string[], code = 1) =>
    bash(`npm run e2e 2>&1 ${form}`, lines.join("\n"), { worked: code === 0 });
  const head = ["> shop@1.0.0 e2e", "> playwright test", "the server is up at once"];
  const ERROR = "Error: page.fill: the field was not there in time.";
  const whole = [...head, ERROR, "1 failed in all"];
  const edited = edit("a.ts", "1", { answer: "done", worked: true });

  it("is one that was run again only to see another part of its output", () => {
    const [found, ...more] = find(
      attempts(
        ended("", whole),
        ended('| grep -E "rror|failed"', [ERROR, "1 failed in all"], 0),
        ended('| grep -A5 "rror"', [ERROR, "-- and what it did:", "waited for the field"], 0),
      ),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ from: 0, to: 2, severity: "warning", numbers: { attempts: 3 } });
    expect(found?.claims.map(({ is }) => is)).toContain("shares-lines");
  });

  it("is one that counts the same each time, whatever it took", () => {
    const tested = (place: number, failed: number, took: string) =>
      bash(
        "pytest tests",
        [
          ...head,
          "five",
          "six",
          `conftest.py:${place}: in client`,
          `${failed} failed, 8 errors in ${took}`,
        ].join("\n"),
      );
    const shown = Array.from({ length: 8 }, (_, i) => `ERROR test_${i} needs the client`);
    const long = (step: Step): Step => ({ ...step, answer: `${shown.join("\n")}\n${step.answer}` });
    expect(find(attempts(long(tested(14, 1, "0.15s")), edited, long(tested(19, 1, "0.10s"))))).toHaveLength(
      1,
    );
    expect(find(attempts(long(tested(14, 2, "0.15s")), edited, long(tested(19, 1, "0.10s"))))).toEqual([]);
  });

  it("is one whose output differs in a time", () => {
    const built = (took: string) =>
      bash("docker compose build", [...head, "no module gives this package", "use another", took].join("\n"));
    expect(find(attempts(built("took 3.1 s"), edited, built("took 4.7 s")))).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    [
      "that comes further",
      [
        bash("make all", [...head, "four", "five", "3 parts are left"].join("\n")),
        edited,
        bash("make all", [...head, "four", "five", "1 parts are left"].join("\n")),
      ],
    ],
    [
      "that fails otherwise after a change",
      [
        ended("", [...head, ERROR]),
        edited,
        ended('| grep "rror"', ["Error: the page was not there in time, either.", ERROR]),
      ],
    ],
    [
      "of another thing",
      [
        bash("npm run one", [...head, "it is not built yet"].join("\n")),
        edited,
        bash("npm run other", [...head, "it is not built, too"].join("\n")),
      ],
    ],
  ])("is none %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });
});

describe("error.again, of a program that refuses the way in which it is asked", () => {
  const search = (what: string, how = "-R ", answer = "rg: this flag is not known: -R"): Step =>
    bash(`rg -n "${what}" ${how}src`, `Exit code 1\n${answer}`);
  const found = (what: string) => bash(`rg -n "${what}" src`, `src/${what}.ts:1`, { worked: true });

  it("is the very same answer to three look-ups, whatever others found between them", () => {
    expect(
      find(attempts(search("one"), found("one"), search("two"), found("two"), search("three"))),
    ).toMatchObject([{ from: 0, to: 4, numbers: { attempts: 3 } }]);
  });

  it("is the very same answer to two look-ups one right after the other", () => {
    expect(find(attempts(search("one"), search("two")))).toMatchObject([{ numbers: { attempts: 2 } }]);
  });

  it.each<[string, readonly Step[]]>([
    ["two of them", [search("one"), found("one"), search("two")]],
    [
      "answers about what was asked for",
      ["one", "two", "three"].flatMap((what) => [
        search(what, "", `rg: ${what}.ts: the text has no such part`),
        found(what),
      ]),
    ],
    [
      "an answer that passes",
      ["one", "two", "three"].flatMap((what) => [
        search(what, "", "Error: the index is busy, try again later"),
        found(what),
      ]),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(attempts(...steps))).toEqual([]);
  });

  const inBox = (script: string, lines: readonly string[]) =>
    bash(`docker run --rm go sh -c '${script}'`, `Exit code 1\n${lines.join("\n")}`, { worked: true });
  const NO_MODULE = "main.go:7: no module here gives the package hash; to add it:";

  it("is a short answer of one kind of command in a row that says all that another one says", () => {
    const more = ["go: creating a new go.mod for hashgen", NO_MODULE];
    expect(find(attempts(inBox("go run a", [NO_MODULE]), inBox("mod init; go run a", more)))).toHaveLength(1);
    const other = [
      "go: creating a new go.mod for hashgen",
      "main.go:9: the name hash is not used in here at all",
    ];
    expect(find(attempts(inBox("go run a", [NO_MODULE]), inBox("mod init; go run a", other)))).toEqual([]);
    const works = bash("docker run --rm go sh -c 'go version'", "go 1.22", { worked: true });
    expect(find(attempts(inBox("go run a", [NO_MODULE]), works, inBox("mod init; go run a", more)))).toEqual(
      [],
    );
  });
});

describe("error.again, of what a tool calls an error of its own", () => {
  it("is a head of the same words above what it is about", () => {
    const HEAD =
      "apply_patch verification failed: Failed to find the expected lines in C:\\\\my work\\\\a.ts:";
    const missed = (lines: string): Step => ({
      ...{
        tool: "apply_patch",
        args: { input: lines },
        answer: `${HEAD}\n${lines} are the lines`,
        worked: true,
      },
    });
    const made: Step = { ...missed("let z"), answer: "Success. Updated the following files: a.ts" };
    const [first, second, third] = [
      missed("let one"),
      missed('say("the booking was not found")'),
      missed("if (three)"),
    ];
    expect(find(attempts(first, made, second, made, third))).toMatchObject([{ numbers: { attempts: 3 } }]);
  });

  const refused = (path: string, answer: string): Step => ({
    ...{ tool: "apply_patch", args: { input: `*** Update File: ${path}` }, answer, worked: true },
  });
  const SANDBOX = 'execution error: Io(Custom { kind: Other, error: "sandbox: the setup failed" })';

  it("is the same one again, though nobody marks it", () => {
    expect(find(attempts(refused("a.ts", SANDBOX), refused("b.ts", SANDBOX)))).toHaveLength(1);
  });

  it("is none where it counts none", () => {
    const fine = "Lint checks failed: 0 of the files that were changed";
    expect(find(attempts(refused("a.ts", fine), refused("b.ts", fine)))).toEqual([]);
  });
});
