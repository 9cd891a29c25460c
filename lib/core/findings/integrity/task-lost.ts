import type { Recording } from "../../trace/fold/recording";
import { isForeign } from "../../evidence/values/language";
import { normaliseSpelling } from "../../evidence/values/spelling";
import { readFullText } from "../../trace/fold/recording";
import type { Residency, Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { buildGoneClaims } from "../evidence/need-claims";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { startOf } from "../rule/start-of";
import { shortenWords } from "../rule/subject";
import { NO_RULES, normalisePlainText } from "./plain-text";
import { collectSignificantWords } from "./paraphrased";

/** Words of a task that are searched for. A long task says what it is about at its start. */
const WORDS_MAX = 40;
const SAID_SHARE = 0.5;
/** The share for a text without the task's names and numbers, which may have its words by chance. */
const NAMELESS_SHARE = 0.75;
const TEXT_CHARS_MAX = 200_000;

export const taskLost: FindingRule = {
  ...getFindingKind("task.lost"),
  *find(input) {
    const { session, recording, index } = input;
    const task = findTask(input);
    const block = session.blocks[task ?? -1];
    const text = block === undefined ? null : readFullText(recording, block);
    if (task === null || text === null) return;
    for (const { turn, what } of listMoments(input, task)) {
      const residency = index.standing.findAt(task, turn);
      if (
        index.turn(turn)?.window.known !== true ||
        (residency !== undefined && saysOfTask(input, text, residency))
      )
        continue;
      if (index.listResidencies(task).every(({ from }) => from >= turn) || isSaid(input, task, text, turn))
        continue;
      yield {
        from: turn,
        to: turn,
        blocks: [session.blocks[task]?.id ?? []].flat(),
        numbers: {},
        sentence: `After the ${what} at turn ${turn} the task of the session is nowhere in the window: "${shortenWords(text, 120)}".`,
        proof: { view: what === "restart" ? "checkpoints" : "evictions", turn },
        claims: [
          ...buildGoneClaims(input, task, turn),
          { is: "absent", value: startOf(text.trim().split("\n", 1)[0] ?? "", TASK_CHARS), turn },
        ],
      };
      return;
    }
  },
};

function saysOfTask({ session, recording }: FindingInput, text: string, residency: Residency): boolean {
  if (residency.mode === "full" || residency.mode === "reference") return residency.mode === "full";
  const words = collectSignificantWords(normalisePlainText(text));
  const wordsLeft = collectSignificantWords(
    normalisePlainText(readShownText(recording, session, residency.block, residency.version)),
  );
  return words.size === 0 || [...wordsLeft].some((word) => words.has(word));
}

/** The goal, else the first user message that does more than say to begin. */
function findTask({ session: { blocks }, recording }: FindingInput): number | null {
  const findFirstOfKind = (kind: SourceKind) =>
    blocks.findIndex((block) => block.kind === kind && asksSomething(readFullText(recording, block) ?? ""));
  const goal = findFirstOfKind("user_goal");
  const task = goal < 0 ? findFirstOfKind("user_message") : goal;
  return task < 0 ? null : task;
}

function listMoments({ session }: FindingInput, task: number): { turn: TurnIndex; what: string }[] {
  const restarts = session.records.flatMap(({ event }) =>
    event.type === "session.restarted" ? [{ turn: event.turn, what: "restart" }] : [],
  );
  const evictions = session.evictions
    .filter(({ block }) => block === task)
    .map(({ turn, how }) => ({ turn, what: how === "compacted" ? "compaction" : "truncation" }));
  return [...restarts, ...evictions].sort((a, b) => a.turn - b.turn);
}

function isSaid(
  { session, recording, index }: FindingInput,
  task: number,
  text: string,
  turn: TurnIndex,
): boolean {
  const words = [...collectSignificantWords(normalisePlainText(text))].slice(0, WORDS_MAX);
  const ask = askOf(text);
  const names = words.filter((word) => /\d/.test(word) && word.length > 3);
  const began = index.listResidencies(task)[0]?.from ?? 0;
  return index.standing.listWindow(turn).some(({ block, version, mode }) => {
    if (mode === "reference") return false;
    const kind = session.blocks[block]?.kind ?? "other";
    if (kind === "user_message" && (index.listResidencies(block)[0]?.from ?? 0) > began)
      return asksSomething(readShownText(recording, session, block, version));
    if (kind === "tool_result") return saysWhole(readShownText(recording, session, block, version), text);
    if (NO_RULES.has(kind) || words.length === 0) return false;
    const shownText = readShownText(recording, session, block, version);
    if (TASK_KEPT_IN.test(shownText)) return true;
    const saidWords = collectSignificantWords(normalisePlainText(shownText));
    if (!names.some((name) => !saidWords.has(name)) && isStatedOtherwise(shownText, text, words)) return true;
    if (saysAsk(saidWords, ask)) return true;
    const namesNone = names.length > 0 && !names.some((name) => saidWords.has(name));
    return (
      words.filter((word) => saidWords.has(word)).length / words.length >=
      (namesNone ? NAMELESS_SHARE : SAID_SHARE)
    );
  });
}

const ASK_WORDS_MIN = 4;
const ASK_SHARE = 0.8;

function askOf(text: string): ReadonlySet<string> {
  const [first = ""] = text.trim().split(/(?<=[.!?])\s|\n/);
  const words = collectSignificantWords(normalisePlainText(first));
  return words.size < ASK_WORDS_MIN ? new Set() : words;
}

function saysAsk(saidWords: ReadonlySet<string>, ask: ReadonlySet<string>): boolean {
  return ask.size > 0 && [...ask].filter((word) => saidWords.has(word)).length / ask.size >= ASK_SHARE;
}

const TASK_KEPT_IN =
  /\b(?:task|goal|request|assignment|objective|instructions|brief|prompt|issue)\b[^.\n:]{0,60}\b(?:is|are|stands?|was|were|written|saved|kept|stored|see|read|described|stated|in|at)\b[^.\n]{0,40}?(?:https?:\/\/\S|[\w./~-]{0,100}[\w-]\.(?:md|txt|json|ya?ml|rst|org)\b)/i;
const TASK_TOLD =
  /(?:^|\n)[^\p{L}\n]{0,9}(?:(?:the )?(?:(?:user|primary|original|main|overall|current)(?:'s)? )?(?:task|goal|request(?: and intent)?|objective|assignment|intent)|what the user (?:wants|asked for))\b[^\n:]{0,30}(?::|\n)([^\n]{0,30}\n?[^\n]{0,600})/giu;
const TOLD_WORDS_MIN = 4;
const TOLD_SHARE = 0.2;

/**
 * Whether a text states the task in words that cannot be compared with it: retold, or in another language.
 */
function isStatedOtherwise(shownText: string, task: string, words: readonly string[]): boolean {
  for (const [, statedTask = ""] of shownText.matchAll(TASK_TOLD)) {
    const saidWords = collectSignificantWords(normalisePlainText(statedTask));
    if (
      saidWords.size >= TOLD_WORDS_MIN &&
      words.filter((word) => saidWords.has(word)).length / words.length >= TOLD_SHARE
    )
      return true;
  }
  return isForeign(normaliseSpelling(shownText)) !== isForeign(normaliseSpelling(task));
}

const TASK_CHARS = 120;

const WHOLE_CHARS_MIN = 20;

/** Word for word, like a state file that was read back. */
function saysWhole(result: string, task: string): boolean {
  const plain = normalisePlainText(task);
  return plain.length >= WHOLE_CHARS_MIN && normalisePlainText(result).includes(plain);
}

const GO_ON =
  /\b(?:yes|yep|ok|okay|sure|great|good|fine|nice|perfect|thanks|thank you|please|looks?|sounds?|just|keep|going|go on|go ahead|start|begin|task|work|job|continue|proceed|carry on|next|step|then|that|with|your|plan|the|it|now|do|and|is|as|planned|right|correct|approved?|agreed?|confirmed?)\b/g;

function asksSomething(text: string): boolean {
  const rest = normalisePlainText(text).replace(GO_ON, " ");
  return /\p{L}{2}/u.test(rest);
}

function readShownText({ textOf }: Recording, { blocks }: Session, block: number, version: number): string {
  return (textOf(blocks[block]?.versions[version]) ?? "").slice(0, TEXT_CHARS_MAX);
}
