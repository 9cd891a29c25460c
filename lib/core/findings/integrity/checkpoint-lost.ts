import { counted } from "../../digits";
import { isOpenAt } from "../../evidence/plan/steps/plan";
import type { TurnIndex } from "../../units";
import type { FindingInput, FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { constraintsOf, isParaphrased, NO_RULES, plainText } from "./constraints";

const TEXT_CHARS_READ = 200_000;
/** Lost items that a sentence names. */
const NAMED_MAX = 3;
/** Restarts that are compared; a session with more is told so by a rule of its own. */
const RESTARTS_MAX = 20;

/** Something that a restart has to carry over, in its words and as it is compared. */
interface Item {
  readonly what: "constraint" | "open step";
  readonly text: string;
  readonly plain: string;
  readonly block: number | null;
}

/** What stood before a restart, constraints and open steps, and is nowhere in the window after it. */
export const checkpointLost: FindingRule = {
  code: "checkpoint.lost",
  family: "integrity",
  title: "A restart forgot what its checkpoint had to carry over",
  severity: "serious",
  advice:
    "Write constraints and open steps word for word into the state, and put the state into the first window.",
  source: "checkpoint and restart: what a restart forgot is compared with what stood before it",
  *find(input) {
    const { session, index } = input;
    const restarts = session.records.filter(({ event }) => event.type === "session.restarted");
    if (restarts.length === 0) return;
    const constraints = constraintsOf(input);
    for (const { event } of restarts.slice(0, RESTARTS_MAX)) {
      if (event.type !== "session.restarted" || index.turn(event.turn)?.window.known !== true) continue;
      const before = [
        ...constraints
          .filter(({ block }) =>
            index.life(block).some(({ from, to }) => from < event.turn && (to ?? Infinity) >= event.turn - 1),
          )
          .map((one): Item => ({ what: "constraint", ...one })),
        ...openSteps(input, event.turn),
      ];
      const { lost, paraphrased, kept } = compared(input, before, event.turn);
      if (lost.length === 0) continue;
      const checkpoint = session.records.findLast(
        (one) => one.event.type === "checkpoint.taken" && one.turn <= event.turn,
      );
      const names = lost.slice(0, NAMED_MAX).map(({ what, text }) => `the ${what} "${shortWords(text)}"`);
      const more = lost.length > NAMED_MAX ? ` and ${lost.length - NAMED_MAX} more` : "";
      yield {
        from: event.turn,
        to: event.turn,
        blocks: lost.flatMap(({ block }) => session.blocks[block ?? -1]?.id ?? []).slice(0, 20),
        numbers: { kept, paraphrased, lost: lost.length },
        sentence: `Of ${counted(before.length, "constraint or open step", "constraints and open steps")} before the restart at turn ${event.turn}${checkpoint === undefined ? "" : `, with the checkpoint of turn ${checkpoint.turn}`}, ${kept} stand word for word after it and ${paraphrased} in other words; lost: ${names.join(", ")}${more}.`,
        proof: { view: "turn", turn: event.turn },
      };
    }
  },
};

function openSteps({ plans }: FindingInput, turn: TurnIndex): Item[] {
  return plans.flatMap((plan) =>
    plan.steps
      .filter((step) => isOpenAt(step, turn - 1) && step.removedTurn !== turn)
      .map(({ text }): Item => ({ what: "open step", text, plain: plainText(text), block: null })),
  );
}

function compared(input: FindingInput, before: readonly Item[], turn: TurnIndex) {
  const texts = standingTexts(input, turn);
  const whole = texts.map(plainText).join("\n");
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+|","/).map(plainText));
  const rest = before.filter(({ plain }) => !whole.includes(plain));
  const lost = rest.filter(({ plain }) => !isParaphrased(plain, sentences));
  return { lost, paraphrased: rest.length - lost.length, kept: before.length - rest.length };
}

function standingTexts({ session, recording }: FindingInput, turn: TurnIndex): string[] {
  return session.residencies.flatMap(({ block, version, from, to, mode }) => {
    const facts = session.blocks[block];
    if (from > turn || (to ?? turn) < turn || mode === "reference" || facts === undefined) return [];
    if (NO_RULES.has(facts.kind)) return [];
    return [(recording.textOf(facts.versions[version]) ?? "").slice(0, TEXT_CHARS_READ)];
  });
}
