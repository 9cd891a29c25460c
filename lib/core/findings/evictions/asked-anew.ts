import { saysTheSame, sharedLines } from "../../evidence/same-text";
import { commandIn } from "../../source/arguments";
import {
  asksProgress,
  goesOn,
  isChange,
  isCommand,
  isShell,
  plainToolName,
  sleeps,
} from "../../source/tool-words";
import { saysTryAgain } from "../../source/failure";
import { saysUnfinished } from "../../source/unfinished";
import { fullText } from "../../trace/fold/recording";
import type { RepeatedCall } from "../../trace/session";
import { pairCalls } from "../../window/call-pairs";
import { perSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

type Scene = Pick<FindingInput, "session" | "recording">;

/** Results that share less than this of their lines are parts of something, and not the same at two times. */
const OTHER_PART_SHARE = 0.5;

interface AskedAnew {
  /** Whether making a call again asks for something new: how far a thing has got, what a change did, the next part. */
  readonly isAsked: (repeat: RepeatedCall) => boolean;
  /** Whether the result of a call says that what it reports is not done yet, or the call only waits. */
  readonly isWaiting: (call: number) => boolean;
  /** Whether a call goes on to the next part each time. */
  readonly isPaging: (call: number) => boolean;
}

/** Tells the calls that are made again for a reason from those that repeat themselves. */
export const askedAnew = perSession((scene: Scene): AskedAnew => {
  const { session, recording } = scene;
  const { resultOf } = pairCalls(session);
  const changes = changesIn(scene);
  const nameOf = (no: number) => plainToolName(session.blocks[no]?.toolName ?? null);
  const textOf = (no: number | undefined) => {
    const block = session.blocks[no ?? -1];
    return block === undefined ? null : fullText(recording, block);
  };
  const isWaiting = (call: number) => {
    const name = nameOf(call);
    if (sleeps(name)) return true;
    const answer = textOf(resultOf.get(call)) ?? "";
    return saysUnfinished(answer, asksProgress(name)) || saysTryAgain(answer);
  };
  return {
    isAsked: (repeat) =>
      isWaiting(repeat.earlierCall) || isRerun(repeat) || isNextPart(repeat) || isWatching(repeat),
    isWaiting,
    isPaging,
  };

  function isPaging(call: number): boolean {
    return goesOn(nameOf(call), textOf(call) ?? "");
  }

  function isNextPart({ call, earlierResultBlock }: RepeatedCall): boolean {
    const result = resultOf.get(call);
    if (!isPaging(call) || earlierResultBlock === null) return false;
    if (result === undefined) return true;
    return (sharedLines(recording, earlierResultBlock, result) ?? 1) < OTHER_PART_SHARE;
  }

  /** A command that looks at what changes by itself, and gave something else than before. */
  function isWatching({ call, earlierResultBlock }: RepeatedCall): boolean {
    const result = resultOf.get(call);
    if (result === undefined || earlierResultBlock === null || !isShell(nameOf(call))) return false;
    return (
      WATCHES.test(commandIn(textOf(call) ?? "")) &&
      saysTheSame(recording, earlierResultBlock, result) === false
    );
  }

  /** A command is run again after any change, a file is read again after a change of it. */
  function isRerun({ call, earlierCall }: RepeatedCall): boolean {
    const between = changes.filter(({ block }) => block > earlierCall && block < call);
    if (between.length === 0) return false;
    if (isCommand(nameOf(call))) return true;
    const asked = valuesIn(textOf(call) ?? "");
    return between.some(({ args }) => asked.size === 0 || [...asked].some((value) => args.includes(value)));
  }
});

/** Commands that show how something stands that goes on without the agent. */
const WATCHES =
  /(?:^|[\n;&|]\s{0,9})(?:sudo )?(?:tail|watch|ps|pgrep|top|df|free|uptime|date|jobs|docker (?:ps|logs|stats|compose (?:ps|logs))|kubectl (?:get|logs|top|describe|rollout status)|systemctl status|journalctl|gh run|squeue|sacct|nvidia-smi|aws \w+ (?:describe|wait)|gcloud \w+ .{0,200}describe)\b/;

/** Calls that change something, with their arguments, in the order of their blocks. */
function changesIn({ session, recording }: Scene) {
  return session.blocks.flatMap((block, no) => {
    if (block.kind !== "tool_call") return [];
    const args = fullText(recording, block) ?? "";
    return isChange(plainToolName(block.toolName), args)
      ? [{ block: no, args: args.slice(0, ARGUMENTS_READ) }]
      : [];
  });
}

const ARGUMENTS_READ = 20_000;

/** The texts and numbers that the arguments of a call name, long enough to tell one thing from another. */
function valuesIn(args: string): ReadonlySet<string> {
  return new Set(
    [...args.slice(0, ARGUMENTS_READ).matchAll(/:\s*(?:"([^"]{3,})"|(\d{3,}))/g)].map(
      (match) => match[1] ?? match[2] ?? "",
    ),
  );
}
