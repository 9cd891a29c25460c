import { describe, expect, it } from "vitest";
import type { AttemptStep } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { duplicateCall } from "./duplicate-call";
import { errorAgain } from "./error-again";

const find = (...steps: readonly AttemptStep[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [
    errorAgain,
    duplicateCall,
  ]).findings;

const LONG = "Here is a page about many things, which it tells one after the other.\n".repeat(20);

describe("pages that are all answered in the same words", () => {
  const open = (url: string, prompt: string, answer: string): AttemptStep => ({
    ...{ tool: "WebFetch", args: { url, prompt }, answer, worked: true },
  });

  it("were refused, whoever says so", () => {
    const found = find(
      open("https://a.example", "All?", LONG),
      open("https://a.example/one", "All of it", "Prompt is too long"),
      open("https://a.example/one", "A part of it", "Prompt is too long"),
      open("https://a.example/two", "A part of it", "Prompt is too long"),
    );
    expect(found).toMatchObject([
      { code: "error.again", severity: "warning", from: 1, to: 3, numbers: { attempts: 3 } },
    ]);
  });

  it("were refused though the answer names each of them", () => {
    const refused = (url: string) =>
      open(url, "All?", `No browser can be had here and the other way failed.\n${url}\nIt waits in a queue.`);
    expect(
      find(refused("https://a.example/1"), refused("https://b.example/2"), refused("https://c.example/3")),
    ).toMatchObject([{ code: "error.again", from: 0, to: 2 }]);
  });

  it("are pages of which some cannot be had where another one was opened between", () => {
    expect(
      find(
        open("https://a.example/one", "All of it", "Prompt is too long"),
        open("https://a.example/two", "A part of it", "Prompt is too long"),
        open("https://c.example", "All?", LONG),
        open("https://a.example/three", "A part of it", "Prompt is too long"),
      ),
    ).toEqual([]);
  });

  it("are not there where the answer says so", () => {
    expect(
      find(
        open("https://a.example/one", "All?", "There is no page, it was not found"),
        open("https://a.example/two", "All?", "There is no page, it was not found"),
        open("https://a.example/three", "All?", "There is no page, it was not found"),
      ),
    ).toEqual([]);
  });

  it("are two where two are alike", () => {
    expect(
      find(
        open("https://a.example/one", "All of it", "Prompt is too long"),
        open("https://a.example/two", "A part of it", "Prompt is too long"),
      ),
    ).toEqual([]);
  });

  it("are not refused where each says something of its own", () => {
    expect(
      find(
        open("https://a.example/one", "Who?", "It was made by Ada in Rome"),
        open("https://a.example/two", "Who?", "It was made by Bo in Oslo"),
        open("https://a.example/three", "Who?", "It was made by Cy in Kyiv"),
      ),
    ).toEqual([]);
  });

  it("hold nothing where the answer says so", () => {
    expect(
      find(
        open("https://a.example/one", "Who?", "No results found for it"),
        open("https://a.example/two", "Who?", "No results found for it"),
        open("https://a.example/three", "Who?", "No results found for it"),
      ),
    ).toEqual([]);
  });
});

describe("files that are asked for again while they stand", () => {
  const TOLD = "Wasted call: the file is as it was when you read it last.";
  const read = (path: string, answer: string): AttemptStep => ({
    ...{ tool: "Read", args: { file_path: path }, answer, worked: true },
  });
  const text = (name: string) =>
    Array.from({ length: 30 }, (_, i) => `${name} says its own line number ${i} here`).join("\n");
  const first = ["a.ts", "b.ts", "c.ts"].map((name) => read(name, text(name)));

  it("are a call for nothing, as the harness answers each time", () => {
    const found = find(...first, read("a.ts", TOLD), read("b.ts", TOLD), read("c.ts", TOLD));
    expect(found).toMatchObject([
      { code: "call.duplicate", severity: "note", from: 3, to: 5, numbers: { times: 3 } },
    ]);
    const names = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"];
    const all = [...names.map((name) => read(name, text(name))), ...names.map((name) => read(name, TOLD))];
    expect(find(...all)).toMatchObject([{ severity: "warning", numbers: { times: 5 } }]);
    expect(found[0]?.sentence).toContain("Wasted call");
  });

  it("are none where it was answered so once", () => {
    expect(find(...first, read("a.ts", TOLD))).toEqual([]);
  });

  it("are none where the first reading has left", () => {
    const drops = ["call:c0", "result:c0", "call:c1", "result:c1", "call:c2", "result:c2"];
    expect(find(...first, { ...read("a.ts", TOLD), drops }, read("b.ts", TOLD), read("c.ts", TOLD))).toEqual(
      [],
    );
  });

  it("are none where files just hold the same few words", () => {
    const same = "export all from the main file";
    expect(find(read("a/i.ts", same), read("b/i.ts", same), read("c/i.ts", same))).toEqual([]);
  });
});

describe("files that are refused in the same words and asked for otherwise right after", () => {
  const LIMIT = "This file has more than 9000 tokens. Read a part of it with an offset and a limit.";
  const read = (path: string, part: object, answer: string): AttemptStep => ({
    ...{ tool: "Read", args: { file_path: path, ...part }, answer, worked: true },
  });
  const text = (name: string) =>
    Array.from({ length: 30 }, (_, i) => `${name} says its own line number ${i} here`).join("\n");

  it("are an error, though parts of them had come", () => {
    const found = find(
      read("a.log", { offset: 1, limit: 90 }, text("a")),
      read("b.log", {}, "Error: no such file b.log"),
      read("a.log", { offset: 90, limit: 900 }, LIMIT),
      read("a.log", { offset: 90, limit: 500 }, LIMIT),
      read("b.log", {}, LIMIT),
      read("b.log", { offset: 1, limit: 90 }, text("b")),
    );
    expect(found).toMatchObject([{ code: "error.again", from: 2, to: 4, numbers: { attempts: 3 } }]);
  });

  it("are one error wherever in the session they come, since it is the asking that fails", () => {
    const found = find(
      ...["a", "b", "c"].flatMap((name) => [
        read(`${name}.log`, {}, LIMIT),
        read(`${name}.log`, { offset: 1, limit: 90 }, text(name)),
      ]),
    );
    expect(found).toMatchObject([{ code: "error.again", from: 0, to: 4, numbers: { attempts: 3 } }]);
  });

  it("are none where nothing else is asked for: it may be what there is to see", () => {
    const shown = "The picture was read and is shown below for you to look at.";
    expect(find(...["a.png", "b.png", "c.png"].map((name) => read(name, {}, shown)))).toEqual([]);
  });

  it("are none where they had been read as a whole: they are as they were", () => {
    const told = "This file is as it was when you read it last, so see there.";
    const found = find(
      ...["a.ts", "b.ts", "c.ts"].map((name) => read(name, {}, text(name))),
      ...["a.ts", "b.ts", "c.ts"].flatMap((name) => [
        read(name, {}, told),
        read(name, { offset: 3, limit: 9 }, `${name} says its own line number 3 here`),
      ]),
    );
    expect(found.map(({ code }) => code)).not.toContain("error.again");
  });
});
