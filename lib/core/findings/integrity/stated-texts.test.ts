import { expect, it } from "vitest";
import type { TraceEvent } from "../../trace/event";
import { foldRecording } from "../../trace/fold/recording";
import { makeFindingInput } from "../find";
import { Restatements } from "./paraphrased";
import { normalisePlainText } from "./plain-text";
import { StatedTexts } from "./stated-texts";

const TEXTS = [
  "Mend it. Never touch the tests folder.",
  "So far: one file. The tests folder",
  "is off limits, says the owner. Use at most 5 API calls.",
  "API call limit: 5. Answer in French.",
  "API call limit: 50.",
  "Reply language: French\nNever touch the tests folder",
  "",
];
const ASKED = [
  "Never touch the tests folder.",
  "Use at most 5 API calls.",
  "Always answer in French.",
  "ouch the tests fold",
  "Only edit files under src/export.",
];

/** Two texts stand in each window, and each of them beside several others. */
const EVENTS = Array.from({ length: 40 }, (_, turn) => ({
  ...{ id: `e${turn}`, session: "s", at: turn, type: "turn.recorded", turn },
  window: {
    append: [
      { id: `b${turn}`, kind: "user_message", content: TEXTS[(turn * 5 + (turn >> 2)) % TEXTS.length] },
    ],
    ...(turn >= 2 && { remove: [`b${turn - 2}`] }),
  },
})) as unknown as TraceEvent[];

it("says of each window what reading all of its texts says, although it reads each text once", () => {
  const recording = foldRecording(EVENTS);
  const input = makeFindingInput({ recording, plans: [], evidence: { edges: [], undecided: [] } as never });
  const turns = recording.session.turns.map(({ index }) => index);
  const stated = new StatedTexts(input);
  for (const step of stated.read(turns)) expect(step).toBeUndefined();
  const seen = new Set<string>();
  for (const turn of turns) {
    const texts = input.index.standing
      .listWindow(turn)
      .map(
        ({ block, version }) => recording.textOf(recording.session.blocks[block]?.versions[version]) ?? "",
      );
    const whole = texts.map(normalisePlainText).join("\n");
    const again = Restatements.addInRow(
      texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/).map(normalisePlainText)),
    );
    for (const plain of ASKED.map(normalisePlainText)) {
      const said = [stated.at(turn).says(plain), stated.at(turn).restate(plain)];
      expect(said).toEqual([whole.includes(plain), again.restate(plain)]);
      seen.add(`${plain} ${said.join(" ")}`);
    }
  }
  // Each constraint but the last is kept in some windows and gone in others.
  expect(seen.size).toBeGreaterThan(ASKED.length + 3);
});
