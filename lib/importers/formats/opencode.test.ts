import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { groupFiles } from "@/lib/importers/group";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";

interface Export {
  readonly info: { readonly id: string; readonly projectID: string };
  readonly messages: readonly {
    readonly info: { readonly id: string };
    readonly parts: readonly { readonly id: string }[];
  }[];
}

function storedFiles({ info, messages }: Export) {
  const file = (name: string, content: object) => textFile(`storage/${name}.json`, JSON.stringify(content));
  return Promise.all([
    file(`session/${info.projectID}/${info.id}`, info),
    ...messages.map((message) => file(`message/${info.id}/${message.info.id}`, message.info)),
    ...messages.flatMap((message) =>
      message.parts.map((part) => file(`part/${message.info.id}/${part.id}`, part)),
    ),
  ]);
}

describe("an opencode session", () => {
  it("has a turn for each step, with the list as it was then: cleared results, a summary and what came after", async () => {
    const { format, sessions, warnings } = await importSample("opencode-export.json");
    expect([format, warnings]).toEqual(["opencode", {}]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "user_goal:353075ba3a75          |######  |
      attachment:352f6e768eec         |######  |
      attachment:e3b0c44298fc         |######  |
      thinking:62b32498e86c           | #####  |
      assistant_text:5ab837d52778     | #####  |
      call:toolu_01                   | #####  |
      result:toolu_01                 | ##...  |
      call:toolu_02                   |  ####  |
      user_message:9f95e0a7ad31       |   ###  |
      result:toolu_02                 |  ####  |
      assistant_text:5429869e7817     |   ###  |
      call:toolu_03                   |    ##  |
      result:toolu_03                 |    ##  |
      assistant_text:d3426bbef640     |     #  |
      user_message:66f7888b3951       |     ###|
      compaction_summary:c011c9076e1e |      ##|
      user_message:1bf872ba4af4       |      ##|
      assistant_text:febade455ce4     |       #|
      user_message:dd001b5fbb36       |       #|"
    `);
  });

  it("has the usage of each call, with the cached part in its input, and the error of one that failed", async () => {
    const { sessions } = await importSample("opencode-export.json");
    const turns = sessions[0]?.turns ?? [];
    expect(turns.map(({ usage }) => [usage?.input, usage?.cacheRead, usage?.output])).toEqual([
      [9004, 0, 60],
      [9122, 9000, 40],
      [9162, 9120, 25],
      [9012, 9000, 40],
      [9062, 9010, 12],
      [9100, 0, 80],
      [300, 0, 9],
      [undefined, undefined, undefined],
    ]);
    expect(turns.map(({ error }) => error).filter(Boolean)).toEqual(["APIError: Overloaded"]);
    expect(sessions[0]?.compactions).toMatchObject([{ turn: 6, trigger: "auto" }]);
  });

  it("is the same from the files of the storage folder, in any order", async () => {
    const files = await storedFiles(JSON.parse(sampleText("opencode-export.json")) as Export);
    const { groups, unrecognised } = groupFiles(files.toReversed());
    expect([groups.map(({ importer }) => importer.id), unrecognised]).toEqual([["opencode"], []]);
    const [group] = groups;
    if (group === undefined) throw new Error("no group");
    const { sessions, warnings } = await runImporter(group.importer, group.files);
    const { sessions: exported } = await importSample("opencode-export.json");
    expect([...warnings]).toEqual([]);
    expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
      exported.map((session) => drawSession(session)),
    );
  });

  it("names a part whose message is not among the files", async () => {
    const exported = JSON.parse(sampleText("opencode-export.json")) as Export;
    const files = await storedFiles(exported);
    const { groups } = groupFiles(files.filter(({ name }) => !name.includes("message/")));
    const [group] = groups;
    if (group === undefined) throw new Error("no group");
    const { warnings } = await runImporter(group.importer, group.files);
    expect(warnings.get("part_without_message")).toBe(exported.messages.flatMap(({ parts }) => parts).length);
  });
});
