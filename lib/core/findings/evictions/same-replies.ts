import { countWords } from "../../count-words";
import { formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { Turn } from "../../trace/session";
import type { TurnIndex } from "../../units";
import type { Case, FindingInput } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { nameTurnsOf } from "./name-turns";
import { describeTimes } from "./repeat-groups";

const WORDS_MIN = 3;
/** A reply in fewer words says that nothing is to be done, which may be right a few times. */
const SHORT_REPLIES_MIN = 6;
const CHARS_MAX = 400;
const TO_CHARS_MAX = 20_000;
const QUOTED_CHARS_MAX = 120;

interface Reply {
  readonly block: number;
  readonly turn: TurnIndex;
  readonly text: string;
  /** The messages that it answers, whatever numbers they give, such as a time; empty for none. */
  readonly to: string;
}

/**
 * The very same reply to several messages in a row, with nothing called: each of them has to be sent again. A word or two said again
 * and again is a turn for nothing each time. To what is asked in the same words each time, as a clock does, the same reply is right.
 * It is told once for a reply: a model that waits says the same again after each of its looks.
 *
 *     turn 97 to 109     each event of a monitor is answered "Waiting."
 *     turn 110           the model looks at the log
 *     turn 111 to 124    "Waiting."                                       one case, of 27 replies in 2 rows
 */
export function* findSameReplies(input: FindingInput): Generator<Case | undefined> {
  const inVain: Reply[][] = [];
  for (const run of listRuns(input)) {
    yield undefined;
    if (isInVain(run)) inVain.push([...run]);
  }
  for (const runs of groupBy(inVain, ([reply]) => reply?.text ?? "").values())
    yield buildReplies(input, runs);
}

/** Replies that are the same in a row. Gives a list for each turn, so that the work has steps: the run that ended there, or an empty one. */
function* listRuns(input: FindingInput): Generator<readonly Reply[]> {
  let run: Reply[] = [];
  for (const turn of input.session.turns) {
    const reply = readReply(input, turn);
    if (reply !== null && reply.text === run[0]?.text && (reply.to === "" || reply.to !== run.at(-1)?.to)) {
      run.push(reply);
      yield [];
      continue;
    }
    yield run;
    run = reply === null ? [] : [reply];
  }
  yield run;
}

function isInVain(run: readonly Reply[]): boolean {
  return run.length >= (countWords(run[0]?.text ?? "") < WORDS_MIN ? SHORT_REPLIES_MIN : 2);
}

/** What a turn says in a few words and with no call; `null` for another turn. */
function readReply(input: FindingInput, { index: turn, output, error }: Turn): Reply | null {
  const { session, recording, index } = input;
  const [block, ...others] = output.filter((no) => session.blocks[no]?.kind !== "thinking");
  if (block === undefined || others.length > 0 || error !== null) return null;
  if (session.blocks[block]?.kind !== "assistant_text") return null;
  const text = readTextOfBlock(recording, block).trim();
  if (text.length > CHARS_MAX || text === "") return null;
  const to = index
    .listBegun(turn)
    .filter(({ block: no, since, continues }) => {
      return since === turn && !continues && session.blocks[no]?.kind === "user_message";
    })
    .map(({ block: no }) =>
      readTextOfBlock(recording, no).slice(0, TO_CHARS_MAX).replace(/\d+/g, "0").trim(),
    );
  return { block, turn, text, to: to.join("\n") };
}

function buildReplies({ session }: FindingInput, runs: readonly (readonly Reply[])[]): Case {
  const getBlockId = (no: number | undefined) => session.blocks[no ?? -1]?.id ?? "";
  const replies = runs.flat();
  const [first, ...more] = replies;
  const [from, to] = [first?.turn ?? 0, replies.at(-1)?.turn ?? 0];
  const when =
    runs.length === 1
      ? `${describeTimes(replies.length)} in a row, ${nameTurnsOf(replies.map(({ turn }) => turn))}, and called nothing`
      : `${describeTimes(replies.length)}, in ${formatDigits(runs.length)} rows from turn ${from} to ${to}, and called nothing in any of them`;
  return {
    severity: "warning",
    from,
    to,
    blocks: replies
      .map(({ block }) => block)
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { replies: replies.length },
    sentence: `The model gave the very same reply ${when}: "${shortenWords(first?.text ?? "", QUOTED_CHARS_MAX)}".`,
    proof: { view: "turn", turn: to, block: getBlockId(replies.at(-1)?.block) },
    claims: [
      ...runs.map((run): Claim => ({
        is: "count",
        n: 0,
        of: { in: "made", kind: "tool_call", from: run[0]?.turn ?? 0, to: run.at(-1)?.turn ?? 0 },
      })),
      ...more.map(({ block }): Claim => ({
        is: "equal",
        blocks: [getBlockId(first?.block), getBlockId(block)],
      })),
    ].slice(0, CLAIMS_MAX),
  };
}
