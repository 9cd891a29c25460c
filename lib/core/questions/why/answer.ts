import { describeHow } from "../../ledger/reason";
import type { Block } from "../../trace/session";
import type { Mode } from "../../vocabulary";
import type { Scene } from "./scene";
import type { DepartureProof, SubjectOutcome, Why } from "./verdict";

const MODE_WORDS: Record<Mode, string> = {
  full: "in full",
  excerpt: "as an excerpt",
  summary: "as a summary",
  reference: "as a reference only",
};

/** The answer to "why did the model (not) know this?" in sentences: the verdict first, then the model's own words. */
export function writeWhyAnswer(scene: Scene, why: Omit<Why, "answer">, ownWords: boolean): string {
  const sentences = [writeMainSentence(scene, why, ownWords)];
  const last = why.ownWords.at(-1);
  if (last !== undefined) {
    const summary = why.outcome.summary;
    const sayer =
      summary?.says === true && summary.standing ? "The model's own words" : "Only the model's own words";
    sentences.push(
      `${sayer} repeat it in this window${last.turn === null ? "" : `, from turn ${last.turn}`}.`,
    );
  }
  return sentences.join(" ");
}

function writeMainSentence(scene: Scene, why: Omit<Why, "answer">, ownWords: boolean): string {
  const { outcome, turn } = why;
  const recalled = describeRecall(scene, why);
  switch (outcome.verdict) {
    case "never_in_session":
      return outcome.layer === "tool"
        ? `It was asked for at turn ${outcome.turn}, and the call brought an error or no result.`
        : "It is nowhere in the session: nothing the agent retrieved, read or was told holds it.";
    case "came_later":
      return `It was not there yet: it came at turn ${outcome.turn}, after the model was called.`;
    case "never_entered":
      return `${recalled}It was known by then and was put into no window up to turn ${turn}; nothing recorded says why.`;
    case "cut_by_budget":
      return `${recalled || "It was recalled. "}It was cut by the token budget at turn ${outcome.turn}: “${outcome.exclusion?.text ?? ""}”.`;
    case "ranked_out":
      return `${recalled || "It was recalled. "}It was ranked out at turn ${outcome.turn}: “${outcome.exclusion?.text ?? ""}”.`;
    case "excluded":
      return `${recalled || "It was recalled. "}It was excluded at turn ${outcome.turn}: “${outcome.exclusion?.text ?? ""}”.`;
    case "not_in_excerpt":
      return "The block stands in the window as an excerpt that leaves this out, and has never stood there in full.";
    case "summarised":
      return describeSummary(outcome, why.question.text !== null, why.use);
    case "evicted":
      return outcome.departure === null ? "It left the window." : describeDeparture(outcome.departure);
    case "window_unknown":
      return `It was known by turn ${turn}, but the source does not say what stood in that window.`;
    default:
      return describeStanding(outcome, why, ownWords);
  }
}

function describeRecall(scene: Scene, { recalledBy }: Omit<Why, "answer">): string {
  if (recalledBy === null) return "";
  const block = scene.recording.session.blocks[scene.lookup.blockOf.get(recalledBy.blockId) ?? -1];
  return `It was in ${describeResult(block)}${recalledBy.turn === null ? "" : ` (turn ${recalledBy.turn})`}. `;
}

function describeResult(block: Block | undefined): string {
  if (block?.kind === "attachment") return "an attachment";
  const tool = block?.toolName ?? null;
  if (tool === null) return "what was retrieved";
  return tool.includes("search") ? "the search results" : `the result of ${tool}`;
}

function describeDeparture(departure: DepartureProof): string {
  const { reference, reenteredTurn } = departure;
  const placeholderWords =
    reference === null
      ? "Nothing was left in its place"
      : `A ${reference.kind} was left in its place${departure.restorable ? ", enough to get it back" : ", not enough to get it back"}`;
  const back = reenteredTurn === null ? "" : `, and it came back at turn ${reenteredTurn}`;
  return `It was ${describeHow(departure)} at turn ${departure.turn} (${departure.cause}). ${placeholderWords}${back}.`;
}

function describeSummary({ turn, summary }: SubjectOutcome, isText: boolean, use: Why["use"]): string {
  const head = `It was summarised at turn ${turn}.`;
  if (summary === null || summary.says === null)
    return `${head} It cannot be told whether the summary still says it: its text, or what to look for in it, is not known.`;
  const where = summary.standing
    ? "The summary in this window"
    : "The summary, which is not in this window either,";
  if (isText) {
    const useWords = use?.found === true ? ", and what the model produced repeats it" : "";
    return `${head} ${where} ${summary.says ? "still says it" : "no longer says it"}${useWords}.`;
  }
  if (!summary.says)
    return `${head} ${where} has none of its ${summary.sought === 1 ? "" : `${summary.sought} `}distinctive ${summary.sought === 1 ? "value" : "values"}.`;
  const keptWords =
    summary.sought === 1
      ? "its one distinctive value"
      : `${summary.kept} of its ${summary.sought} distinctive values`;
  return `${head} ${where} still has ${keptWords}.`;
}

function describeStanding(
  { standing, layer, verdict }: SubjectOutcome,
  { use, turn }: Omit<Why, "answer">,
  ownWords: boolean,
): string {
  if (standing === null) return `It stood in the window of turn ${turn}.`;
  const place = `It was in the window ${MODE_WORDS[standing.mode]}, at position ${standing.position} of ${standing.of}, since turn ${standing.since}`;
  const standingWords = ownWords ? `${place}, in the model's own words only` : place;
  if (verdict === "in_window_used")
    return `${standingWords}, and the model used it: what it produced repeats it.`;
  if (verdict === "in_window_unused")
    return layer === "tool"
      ? `${standingWords}, and what stands there is an error of the tool. Nothing that the model produced repeats it.`
      : `${standingWords}, and nothing that the model produced in this turn repeats it. If the model said it in other words, that cannot be seen.`;
  return `${standingWords}. Whether it was used cannot be told: ${use?.method ?? "nothing to look for"}.`;
}
