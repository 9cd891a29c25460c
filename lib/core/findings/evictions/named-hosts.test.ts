import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { errorAgain } from "./error-again";

const find = (...steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [errorAgain])
    .findings;

const bash = (command: string, answer: string, worked = false): Step => ({
  ...{ tool: "bash", args: { command }, answer, worked },
});
const HOST = "10.0.0.5:5432";
const psql = bash("psql -c 'select 1'", `psql: error: connection to server at ${HOST} failed`);
const migrate = bash("npm run db", `Error: P1001: no database is reached at postgres://shop:pw@${HOST}/shop`);
const seed = bash("node seed.js", `Error: connect refused ${HOST} by the other side`);

describe("error.again, of a host that several errors name", () => {
  it("is one cause, in the words of each program", () => {
    const [found, ...more] = find(psql, migrate, bash("ls", "seed.js", true), seed);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: "warning", standing: "proved", from: 0, to: 3 });
    expect(found?.sentence).toContain(`The errors of 2 more calls name "${HOST}", too, at turns 1, 3`);
    expect(found?.claims.map(({ is }) => is)).toEqual(["present", "present", "present"]);
  });

  it("goes on where a file that names the host is written or read", () => {
    const file: Step = {
      tool: "write",
      args: { path: ".env", text: `DB=${HOST}` },
      answer: "done",
      worked: true,
    };
    const read = bash("cat .env", `DB=${HOST}`, true);
    expect(find(psql, file, migrate, read, seed)).toHaveLength(1);
  });

  it.each<[string, readonly Step[]]>([
    ["two calls", [psql, migrate]],
    [
      "calls of one kind",
      [1, 2, 3].map((no) => bash(`psql -c ${no}`, `psql: error: ${"x".repeat(no)} at ${HOST}`)),
    ],
    ["where one that names it worked between", [psql, migrate, bash(`ping ${HOST}`, "1 ms", true), seed]],
    [
      "several hosts",
      [psql, bash("npm run db", "Error: P1001: no database is reached at 10.0.0.6:5432 at all"), seed],
    ],
    [
      "what only stands somewhere in what failed",
      ["a", "b", "c"].map((name) =>
        bash(
          `npm run ${name}`,
          `Error: the check ${name} of ${name} has failed here\nserved at http://${HOST}`,
        ),
      ),
    ],
    [
      "places in files",
      ["a", "b", "c"].map((name, i) => bash(`run-${name}`, `Error: ${name} is not known in main.go:1${i}2`)),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps).filter(({ sentence }) => sentence.includes(", too,"))).toEqual([]);
  });
});
