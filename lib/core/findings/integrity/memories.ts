import { fullText } from "../../trace/recording";
import type { Case, FindingInput, FindingRule } from "../rule";

const SCOPED = /["']?\b(scope|project|repository|repo|workspace|user|tenant)["']?\s*[:=]/i;
const EXPIRES =
  /["']?\b(expires?(?:[_ ]?(?:at|on))?|valid[_ ]?until|ttl[_ ]?until)["']?\s*[:=]\s*["']?(\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)/i;
const DAY_MS = 86_400_000;

/** Memories as they came into windows, with their text and the time of the turn. */
function* memories({ session, recording, index }: FindingInput) {
  for (const [no, block] of session.blocks.entries()) {
    const life = index.life(no)[0];
    if (block.kind !== "memory" || life === undefined) continue;
    const text = [block.label, fullText(recording, block)].join("\n");
    yield { block, text, turn: life.from, at: index.turn(life.from)?.at ?? null };
  }
}

/** A memory without a scope, beside others that have one: nobody can say for whom it holds. */
export const memoryUnscoped: FindingRule = {
  code: "memory.unscoped",
  family: "integrity",
  title: "A memory does not say where it holds",
  severity: "warning",
  advice: "Store with every memory the user, the project or the repository that it was learned in.",
  source: "memory as a hint: it needs a scope and a time, and yields to what the session itself says",
  *find(input) {
    const all = [...memories(input)];
    if (!all.some(({ text }) => SCOPED.test(text))) return;
    for (const { block, turn, text } of all) {
      if (!SCOPED.test(text))
        yield caseOf(block.id, turn, "A memory stands in the window without the scope that others have.");
    }
  },
};

/** A memory whose time was over when the call was made. */
export const memoryExpired: FindingRule = {
  code: "memory.expired",
  family: "integrity",
  title: "An expired memory was in the window",
  severity: "warning",
  advice: "Check a memory's expiry when it is recalled, not when it is stored.",
  source: "memory as a hint: staleness is a reason to exclude",
  *find(input) {
    for (const { block, turn, text, at } of memories(input)) {
      const date = EXPIRES.exec(text)?.[2];
      if (date === undefined || at === null) continue;
      const end = Date.parse(date) + (date.length === 10 ? DAY_MS : 0);
      if (at > end)
        yield caseOf(
          block.id,
          turn,
          `A memory that expired on ${date.slice(0, 10)} stood in the window of turn ${turn}.`,
        );
    }
  },
};

function caseOf(block: string, turn: number, sentence: string): Case {
  return { from: turn, to: turn, blocks: [block], numbers: {}, sentence, proof: { view: "block", block } };
}
