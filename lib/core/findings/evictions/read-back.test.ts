import { describe, expect, it } from "vitest";
import type { AttemptStep as Step } from "@/lib/testing/attempts";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { duplicateCall } from "./duplicate-call";

const find = (...steps: readonly Step[]) =>
  findAll(analyseRecording(foldRecording(writeAttempts(...steps).events())), undefined, [
    duplicateCall,
  ]).findings.filter(({ sentence }) => sentence.includes("read back"));

const textOf = (name: string, lines = 200) =>
  Array.from({ length: lines }, (_, i) => `const ${name}${i} = readValueOf(${name}, ${i});`).join("\n");
const write = (name: string, more: Partial<Step> = {}): Step => ({
  ...{
    tool: "write_file",
    args: { file_path: `src/${name}.ts`, content: textOf(name) },
    answer: "done",
    worked: true,
  },
  ...more,
});
const read = (name: string, answer = textOf(name)): Step => ({
  ...{ tool: "read_file", args: { file_path: `src/${name}.ts` }, answer, worked: true },
});
const [NAMES, TWO] = [
  ["alpha", "beta", "gamma"],
  ["alpha", "beta"],
];

describe("call.duplicate, of files that were read back as they had been written", () => {
  it("is three files whose text stood in the calls that wrote them", () => {
    const [found, ...more] = find(...NAMES.map((name) => write(name)), ...NAMES.map((name) => read(name)));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 3,
      to: 5,
      numbers: { times: 3 },
    });
    expect(found?.sentence).toContain("3 files were read back as they had been written");
  });

  it("is also what a shell wrote and gave", () => {
    const cat = (name: string): Step => ({
      ...{
        tool: "bash",
        args: { command: `cat > src/${name}.ts <<'EOF'\n${textOf(name)}\nEOF` },
        answer: "",
        worked: true,
      },
    });
    const show = (name: string): Step => ({
      ...{
        tool: "bash",
        args: { command: `sed -n '1,220p' src/${name}.ts` },
        answer: textOf(name),
        worked: true,
      },
    });
    expect(find(...NAMES.flatMap((name) => [cat(name), show(name)]))).toMatchObject([
      { numbers: { times: 3 } },
    ]);
  });

  it.each<[string, readonly Step[]]>([
    ["two files", [...TWO.map((name) => write(name)), ...TWO.map((name) => read(name))]],
    [
      "files that came otherwise",
      [...NAMES.map((name) => write(name)), ...NAMES.map((name) => read(name, textOf(`${name}New`)))],
    ],
    [
      "files of a few lines",
      NAMES.flatMap((name) => [
        write(name, { args: { file_path: `src/${name}.ts`, content: textOf(name, 4) } }),
        read(name, textOf(name, 4)),
      ]),
    ],
    [
      "files whose text had left",
      [
        ...NAMES.map((name) => write(name)),
        { ...read("alpha"), drops: ["call:c0", "call:c1", "call:c2"] },
        ...["beta", "gamma"].map((name) => read(name)),
      ],
    ],
    [
      "files whose change was refused between",
      NAMES.flatMap((name) => [
        write(name),
        {
          tool: "edit",
          args: { file_path: `src/${name}.ts`, old_string: "x", new_string: "y" },
          answer: "No such text.",
          worked: false,
        },
        read(name),
      ]),
    ],
    ["files that were only read", NAMES.map((name) => read(name))],
    [
      "files of which a part was changed",
      NAMES.flatMap((name) => [
        {
          tool: "edit",
          args: { file_path: `src/${name}.ts`, old_string: "1", new_string: "2" },
          answer: "done",
          worked: true,
        },
        read(name),
      ]),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps)).toEqual([]);
  });
});
