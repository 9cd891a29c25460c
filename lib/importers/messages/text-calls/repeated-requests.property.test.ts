import fc from "fast-check";
import { expect, it } from "vitest";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { TextCallTracker } from "./text-call-tracker";

const FENCE = "```";
const REPLIES = [
  "I look at the file.",
  `THOUGHT: look.\n\n${FENCE}bash\nls -la\n${FENCE}`,
  `${FENCE}bash\ncat a.txt\n${FENCE}`,
  '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>',
  "<read_file>\n<path>a.txt</path>\n</read_file>",
  "Thought: look\nAction: search\nAction Input: orders\nObservation: none\nThought: done",
];
const INPUTS = [
  "Fix it.",
  "Go on.",
  "<returncode>0</returncode>\n<output>\na.txt\n</output>",
  "Observation: a.txt",
  "[read_file for 'a.txt'] Result:",
  "<environment_details>\nat home\n</environment_details>",
  `A long text that is shortened later: ${"word ".repeat(60)}`,
];
const RULES = [
  "Be brief.",
  `Answer with one command in a ${FENCE}bash block.`,
  "Use <tool_call> to call a tool.",
  "Use the following format:\nThought: …\nAction: the action\nAction Input: its input\nObservation: the result",
];

const item: fc.Arbitrary<SeenItem> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...INPUTS).map((content) => ({ kind: "user_message" as const, content })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "thinking", content: "Hm." } as const) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("{}", '{"path":"a"}', '{"path":"b"}'))
      .map(([n, content]) => ({
        kind: "tool_call" as const,
        toolCallId: `c${n}`,
        toolName: "read",
        content,
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("a.txt", "[cleared]", "word ".repeat(80)))
      .map(([n, content]) => ({
        kind: "tool_result" as const,
        toolCallId: `c${n}`,
        toolName: "read",
        content,
      })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ kind: "tool_result", content: "<output>\nb.txt\n</output>" } as const),
  },
);
const reply = fc.constantFrom(...REPLIES).map((content): SeenItem => ({ kind: "assistant_text", content }));

/** Makes the window before a request another one. */
type Change = (window: SeenItem[]) => void;
const place = fc.nat(20);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Change>(() => undefined) },
  {
    weight: 1,
    arbitrary: fc.tuple(place, fc.nat(4)).map(
      ([at, count]): Change =>
        (window) =>
          void window.splice(at, count),
    ),
  },
  {
    weight: 1,
    arbitrary: place.map((at): Change => (window) => {
      const old = window[at];
      if (old !== undefined) window[at] = { ...old, content: `${old.content.slice(0, 30)} ... [truncated]` };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, item).map(
      ([at, added]): Change =>
        (window) =>
          void window.splice(at, 0, added),
    ),
  },
);
const call = fc.record({
  change,
  added: fc.array(item, { maxLength: 3 }),
  answer: fc.array(fc.oneof({ weight: 3, arbitrary: reply }, { weight: 1, arbitrary: item }), {
    maxLength: 2,
  }),
  named: fc.array(item, { maxLength: 1 }),
});

/** What is read of the calls' requests and answers. @param as what each list is given as */
function read(
  rules: string,
  calls: readonly (typeof call extends fc.Arbitrary<infer T> ? T : never)[],
  as: (items: readonly SeenItem[]) => SeenItem[],
) {
  const tracker = new TextCallTracker();
  const window: SeenItem[] = [{ kind: "system_rules", slot: "system", content: rules }];
  return calls.map(({ change, added, answer, named }) => {
    change(window);
    window.push(...added);
    const known = tracker.expect(as(window), as(named));
    const blocks = [tracker.request(as(window)), tracker.answer(as(answer))];
    window.push(...answer);
    return [known, ...blocks];
  });
}

it("reads a request that repeats the objects of the one before as one that repeats their contents", () => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), fc.array(call, { maxLength: 12 }), (rules, calls) => {
      const repeated = read(rules, calls, (items) => [...items]);
      const anew = read(rules, calls, (items) => items.map((one) => ({ ...one })));
      expect(repeated).toEqual(anew);
    }),
    { numRuns: Number(process.env.RUNS ?? 500) },
  );
});
