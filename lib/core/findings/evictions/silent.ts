import type { Session } from "../../trace/session";
import type { Case, FindingRule } from "../rule";
import type { SessionIndex } from "../session-index";
import { tokensOf } from "../session-index";
import { BLOCKS_NAMED_MAX, blocksWords, casesByCause, turnsWords } from "./by-cause";

/** Nobody reported it and nothing in the window marks it: neither the operator nor the model can know. */
export const silent: FindingRule = {
  code: "eviction.silent",
  family: "evictions",
  title: "Something left without a word",
  severity: "warning",
  advice:
    "Report every edit of the window, and leave a marker that tells the model that something was there.",
  source: "eviction contract: eviction is explicit, parameterised, reported, and visible to the model",
  *find({ session, index }) {
    yield* neverEntered(session, index);
    yield* casesByCause(
      session,
      ({ turn, cause, reference, toMode, how }) =>
        cause.provenance === "derived" &&
        !index.isDecided(turn) &&
        reference === null &&
        toMode === null &&
        how !== "compacted",
      ({ evictions, tokens, turns }) => ({
        sentence: `${blocksWords(evictions.length)} (${tokens} tokens) left the window ${turnsWords(turns)}; no edit was reported and no marker stands in their place.`,
      }),
    );
  },
};

/** What the model said or called that no later window holds, although the window after it is on record. */
function* neverEntered(session: Session, index: SessionIndex): Iterable<Case> {
  const gone = session.turns.flatMap((turn, at) => {
    const next = session.turns[at + 1];
    if (next?.window.known !== true || next.window.provenance !== "measured") return [];
    if (index.isDecided(next.index)) return [];
    return turn.output.flatMap((no) => {
      const block = session.blocks[no];
      const isMeant = block?.kind === "assistant_text" || block?.kind === "tool_call";
      return isMeant && index.life(no).length === 0 ? [{ turn: next.index, block }] : [];
    });
  });
  const [first, last] = [gone[0], gone.at(-1)];
  if (first === undefined || last === undefined) return;
  const tokens = gone.reduce((sum, { block }) => sum + (tokensOf(block) ?? 0), 0);
  const turns = new Set(gone.map(({ turn }) => turn)).size;
  yield {
    from: first.turn,
    to: last.turn,
    blocks: gone.slice(0, BLOCKS_NAMED_MAX).map(({ block }) => block.id),
    numbers: { blocks: gone.length, tokens, turns },
    sentence: `${blocksWords(gone.length)} that the model had written (${tokens} tokens) did not enter the window that followed, ${turnsWords(turns)}; nothing says why.`,
    proof: { view: "turn", turn: first.turn },
  };
}
