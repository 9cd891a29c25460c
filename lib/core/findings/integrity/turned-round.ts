import { readFields, textsOfField } from "../../checkpoint/fields";
import { commandIn } from "../../source/arguments";
import { isShell, plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";
import { NO_RULES, plainText } from "./constraints";
import { isParaphrased, significantWords } from "./paraphrased";

const OPTIONS_MAX = 60;
const CASES_MAX = 20;
const TEXT_CHARS_READ = 40_000;
const COMMAND_CHARS_MAX = 400;

export const decisionTurnedRound: FindingRule = {
  ...findingKind("decision.turned_round"),
  *find(input) {
    let count = 0;
    for (const option of optionsOf(input)) {
      const choice = choiceOf(input, option);
      if (choice === null) continue;
      if (++count > CASES_MAX) return;
      const { turn, block, sentence } = choice;
      const stands = isSaidAt(input, option, turn);
      const verb = option.isRuledOut ? "chooses" : "drops";
      yield {
        ...(stands && { severity: "warning" as const }),
        from: option.restart,
        to: turn,
        blocks: [input.session.blocks[block]?.id ?? []].flat(),
        numbers: {},
        sentence: `Turn ${turn} ${verb} "${shortWords(option.text)}" ("${shortWords(sentence, 120)}"), which the checkpoint of turn ${option.turn} had ${option.isRuledOut ? "ruled out" : "decided on"}; ${stands ? `the window still said so` : `since the restart at turn ${option.restart} nothing in the window said so`}.`,
        proof: { view: "turn", turn, block: input.session.blocks[block]?.id ?? "" },
      };
    }
  },
};

interface Option {
  readonly text: string;
  readonly plain: string;
  readonly words: readonly string[];
  readonly isRuledOut: boolean;
  readonly turn: TurnIndex;
  readonly restart: TurnIndex;
}

const REASON =
  /[,;:(—–]|\s-\s|\b(?:because|since|as (?:it|they|that)|due to|would|needs?|causes?|breaks?|(?:is|was|are|were) (?:too|not|no)|requires?|for lack|so that|to (?:avoid|keep))\b/i;
const LEAD = /^(?:(?:we|i|do|use|using|try|trying|go|going|with|to|an?|the|not|no|never|don'?t)\s+)+/i;

function optionsOf({ session }: FindingInput): Option[] {
  const restarts = session.records.flatMap(({ turn, event }) =>
    event.type === "session.restarted" ? [event.turn ?? turn] : [],
  );
  const found = new Map<string, Option>();
  for (const { turn, event } of session.records) {
    if (event.type !== "checkpoint.taken") continue;
    const restart = restarts.find((one) => one >= turn);
    if (restart === undefined) continue;
    const fields = readFields(event.state);
    for (const field of ["ruled_out", "decisions"] as const)
      for (const text of textsOfField(fields.get(field))) {
        const name = (text.split(REASON, 1)[0] ?? "").replace(LEAD, "").trim();
        const words = [...significantWords(plainText(name))];
        const isSignificant = words.length > 1 || /[A-Z\d]/.test(name) || (words[0] ?? "").length > 5;
        const isRuledOut = field === "ruled_out";
        const key = `${isRuledOut} ${words.join(" ")}`;
        if (words.length === 0 || !isSignificant || found.size >= OPTIONS_MAX || found.has(key)) continue;
        found.set(key, { text: name, plain: plainText(text), words, isRuledOut, turn, restart });
      }
  }
  return [...found.values()];
}

interface Choice {
  readonly turn: TurnIndex;
  readonly block: number;
  readonly sentence: string;
}

function choiceOf(input: FindingInput, option: Option): Choice | null {
  const { session, recording, index } = input;
  const says = option.isRuledOut ? isChosenIn : isDroppedIn;
  for (const { index: turn, output } of session.turns) {
    if (turn < option.restart) continue;
    if (isAskedFor(input, option, turn)) return null;
    for (const number of output) {
      const block = session.blocks[number];
      if (block === undefined || index.turn(turn)?.window.known !== true) continue;
      const text = (fullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
      if (block.kind === "tool_call") {
        const command = isShell(plainToolName(block.toolName)) ? commandIn(text) : "";
        if (option.isRuledOut && isInstalledBy(command, option))
          return { turn, block: number, sentence: command };
      } else if (block.kind === "assistant_text") {
        if (KNOWINGLY.test(text)) continue;
        const sentence = text.split(/(?<=[.!?])\s+|\n+/).find((one) => says(one, option));
        if (sentence !== undefined) return { turn, block: number, sentence: sentence.trim() };
      }
    }
  }
  return null;
}

const KNOWINGLY =
  /\b(?:ruled (?:it |that |this )?out|rejected|reconsider\w*|revisit\w*|chang(?:e|ed|ing) (?:my|our) mind|earlier decision|previous decision|on second thought|after all|despite|although|even though|contrary to)\b/i;
const OPEN =
  /\?\s*$|\b(?:if|whether|could|might|would|should we|consider\w*|maybe|perhaps|option|alternatively|for example|compare\w*|versus|vs)\b/i;
const CHOOSES =
  /\b(?:(?:i|we)(?:'ll| will|'m going to| am going to|'re going to| are going to|'ve| have)?(?: now| therefore| simply| just| then| first)? (?:use|go with|choose|chose|pick(?:ed)?|opt(?:ed)? for|switch(?:ed)? to|take|adopt|do|implement|decided? (?:on|for|to)|settled? on|set up|move to|start(?:ed)? with|go ahead with)|let'?s (?:use|go with|do|switch to|take|set up)|going (?:ahead )?with|switching to|decided (?:on|for|to)|(?:decision|chosen|approach|choice|plan):|moving to|i'll|we'll)(?= |:|$)/i;
const NOT =
  /\b(?:not|n't|never|no|instead of|rather than|avoid\w*|without|no longer|unlike|against|stop\w*|drop\w*|remov\w*|uninstall\w*)\b|n't\b/i;

const SET_ASIDE = /(?:\b(?:instead of|rather than|in place of|in lieu of)\b|,? (?:and )?not\b).*$/is;

function isChosenIn(whole: string, option: Option): boolean {
  const sentence = OPEN.test(whole) ? whole : whole.replace(SET_ASIDE, "");
  if (OPEN.test(sentence) || !namesAll(sentence, option)) return false;
  const verb = CHOOSES.exec(sentence);
  const at = placeOf(sentence, option);
  if (verb === null || at < verb.index) return false;
  const between = sentence.slice(verb.index + verb[0].length, at);
  return between.length <= 60 && !NOT.test(sentence.slice(0, at)) && !/[;]/.test(between);
}

const DROPS =
  /(?:\b(?:instead of|rather than|no longer (?:use|using|do|doing)|drop(?:ping)?|abandon(?:ing)?|give up(?: on)?|giving up on|move away from|moving away from|without|not (?:use|using|do|doing))|n't (?:use|do))\s(?:[\w-]+\s){0,2}$/i;

function isDroppedIn(sentence: string, option: Option): boolean {
  if (OPEN.test(sentence) || !namesAll(sentence, option)) return false;
  return /\b(?:i|we|let'?s)\b/i.test(sentence) && DROPS.test(sentence.slice(0, placeOf(sentence, option)));
}

function isInstalledBy(command: string, { words }: Option): boolean {
  const [name] = words;
  if (name === undefined || words.length > 1 || command.length > COMMAND_CHARS_MAX) return false;
  return new RegExp(
    `\\b(?:install|add|i|get|pull|create|enable|run)\\s(?:-{1,2}[\\w-]+\\s){0,4}["']?(?:[\\w./@-]*[/@])?${name}(?:\\b|\\w{0,3}(?:[@:=~ "']|$))`,
    "i",
  ).test(command);
}

function namesAll(sentence: string, { words }: Option): boolean {
  const said = significantWords(plainText(sentence));
  return words.every((word) => said.has(word));
}

function placeOf(sentence: string, { words }: Option): number {
  const plain = sentence.toLowerCase().normalize("NFC");
  const places = words.map((word) => plain.indexOf(word)).filter((at) => at >= 0);
  return places.length === 0 ? sentence.length : Math.min(...places);
}

/** If the user mentioned the option since the restart, the choice is the user's. */
function isAskedFor({ session, recording, index }: FindingInput, option: Option, turn: TurnIndex): boolean {
  return session.blocks.some((block, number) => {
    if (block.kind !== "user_message" && block.kind !== "user_goal") return false;
    const from = index.life(number)[0]?.from ?? -1;
    return (
      from >= option.restart &&
      from <= turn &&
      namesAll((fullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ), option)
    );
  });
}

function isSaidAt(
  { session, recording }: FindingInput,
  { plain, isRuledOut }: Option,
  turn: TurnIndex,
): boolean {
  const texts = session.residencies.flatMap(({ block, version, from, to, mode }) => {
    const facts = session.blocks[block];
    if (from > turn || (to ?? turn) < turn || mode === "reference" || facts === undefined) return [];
    if (NO_RULES.has(facts.kind)) return [];
    return [(recording.textOf(facts.versions[version]) ?? "").slice(0, TEXT_CHARS_READ)];
  });
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+|","|\\n/).map(plainText));
  return (
    texts.some((text) => plainText(text).includes(plain)) ||
    isParaphrased(plain, sentences) ||
    (isRuledOut && isParaphrased(`not ${plain}`, sentences))
  );
}
