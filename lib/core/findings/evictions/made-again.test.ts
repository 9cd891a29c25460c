import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { failedAgain } from "./failed-again";

interface Step {
  readonly says: string;
  readonly answer: string;
  readonly tool?: string;
  readonly fails?: boolean;
}

/** One call a turn, by a line of words as some programs have it. */
function find(...steps: readonly Step[]) {
  const story = trace();
  const answer = (no: number) => steps[no]?.answer ?? "";
  steps.forEach(({ says, tool = "edit" }, i) =>
    story.turn((t) => {
      if (i === 0) t.user("Mend it.");
      else t.result(`c${i - 1}`, answer(i - 1), { isError: steps[i - 1]?.fails === true });
      t.calls(tool, {}, `c${i}`);
      const made = t.output.at(-1);
      if (made !== undefined) Object.assign(made, { content: says });
    }),
  );
  story.turn((t) => t.result(`c${steps.length - 1}`, answer(steps.length - 1)).says("I stop."));
  return findAll(analyseRecording(foldRecording(story.events())), undefined, [failedAgain]).findings;
}

const BODY = ["def area(a, b):", "    total = a * b", "    return total", "end_of_edit"];
const change = (lines: string, last: string, body = BODY) => `edit ${lines}\n${[...body, last].join("\n")}`;
const REFUSED =
  "Your edit would bring new errors into the file, so read them with care.\nE999 unexpected indent\n";
const SHOWN = `[The file that is open, with its lines]\n${"1: import os\n".repeat(9)}`;
const refused = (lines: string, last: string): Step => ({ says: change(lines, last), answer: REFUSED });
const works = (lines: string, last: string, body?: string[]): Step => ({
  says: change(lines, last, body),
  answer: SHOWN,
});
const other = (no: number) => works(`${no}:${no}`, `x${no}`, [`name_${no} = ${no}`, `other_${no} = ${no}`]);
const run: Step = { says: "python a.py", answer: "It ran and said what it had to say.", tool: "python" };

describe("call.failed_again, of what no record calls failed", () => {
  it("is a change that was made again at once, and answered alike each time", () => {
    const [found, ...more] = find(
      ...[refused("4:9", "a"), refused("4:9", "b"), works("4:9", "c"), run],
      ...[refused("30:41", "d"), works("30:41", "e")],
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 4,
      numbers: { attempts: 3, again: 3 },
    });
    expect(found?.sentence).toContain('was answered "Your edit would bring new errors into the file');
    expect(found?.sentence).toContain(
      "3 of the 3 were made again at once with half of their text or more, at turns 0, 1, 4",
    );
  });

  it("is also a change that was made again after a look", () => {
    const look: Step = { says: "open a.py", answer: SHOWN, tool: "open" };
    const steps = [
      refused("4:9", "a"),
      look,
      works("4:9", "b"),
      run,
      refused("30:41", "d"),
      look,
      works("30:41", "e"),
    ];
    expect(find(...steps)).toMatchObject([{ numbers: { attempts: 2, again: 2 } }]);
  });

  it.each<[string, readonly Step[]]>([
    ["a change that was made again once", [refused("4:9", "a"), works("4:9", "b"), run]],
    ["changes of other places, which are answered alike", [other(1), other(20), other(300), other(4000)]],
    [
      "changes of which few are made again",
      [
        works("4:9", "a"),
        works("4:9", "b"),
        works("4:9", "c"),
        run,
        other(1),
        run,
        other(20),
        run,
        other(300),
        run,
        other(4000),
        run,
      ],
    ],
    [
      "what was run before it was changed again",
      [refused("4:9", "a"), run, refused("4:9", "b"), run, refused("4:9", "c"), run],
    ],
    [
      "what another tool does",
      [1, 2, 3].map((no) => ({ says: change("4:9", `${no}`), answer: REFUSED, tool: "look_up" })),
    ],
    [
      "what the record calls an error, which is told as such",
      [refused("4:9", "a"), refused("4:9", "b"), works("4:9", "c")].map((step) => ({
        ...step,
        fails: step.answer === REFUSED,
      })),
    ],
  ])("is not %s", (_, steps) => {
    expect(find(...steps)).toEqual([]);
  });
});
