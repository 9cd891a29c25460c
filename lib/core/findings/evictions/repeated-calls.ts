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

/** Results that share fewer of their lines are different parts, not the same part at two times. */
const OTHER_PART_SHARE = 0.5;

interface RepeatedCalls {
  /** A repeated call asks for something new: progress, the effect of a change, the next part. */
  readonly isAsked: (repeat: RepeatedCall) => boolean;
  readonly isWaiting: (call: number) => boolean;
  readonly isPaging: (call: number) => boolean;
}

/** Tells calls that are repeated for a reason from those that repeat themselves. */
export const repeatedCalls = perSession((scene: Scene): RepeatedCalls => {
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

  function isWatching({ call, earlierResultBlock }: RepeatedCall): boolean {
    const result = resultOf.get(call);
    if (result === undefined || earlierResultBlock === null || !isShell(nameOf(call))) return false;
    return (
      WATCHES.test(commandIn(textOf(call) ?? "")) &&
      saysTheSame(recording, earlierResultBlock, result) === false
    );
  }

  function isRerun({ call, earlierCall }: RepeatedCall): boolean {
    const between = changes.filter(({ block }) => block > earlierCall && block < call);
    if (between.length === 0) return false;
    if (isCommand(nameOf(call))) return true;
    const asked = valuesIn(textOf(call) ?? "");
    return between.some(({ args }) => asked.size === 0 || [...asked].some((value) => args.includes(value)));
  }
});

const WATCHES =
  /(?:^|[\n;&|]\s{0,9})(?:sudo )?(?:tail|watch|ps|pgrep|top|df|free|uptime|date|jobs|docker (?:ps|logs|stats|compose (?:ps|logs))|kubectl (?:get|logs|top|describe|rollout status)|systemctl status|journalctl|gh run|squeue|sacct|nvidia-smi|aws \w+ (?:describe|wait)|gcloud \w+ .{0,200}describe)\b/;

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

function valuesIn(args: string): ReadonlySet<string> {
  return new Set(
    [...args.slice(0, ARGUMENTS_READ).matchAll(/:\s*(?:"([^"]{3,})"|(\d{3,}))/g)].map(
      (match) => match[1] ?? match[2] ?? "",
    ),
  );
}
