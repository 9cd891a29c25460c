import { digits } from "../../digits";
import type { Tokens } from "../../units";
import type { SessionWarning } from "../session";
import type { FoldState } from "./state";

/**
 * The file's own sum is a check: what the source counts over its calls, and what the calls come to that were read of it.
 * A difference says that a call was lost, counted twice or read otherwise than its program counts. Where a call has no
 * usage, the sum over the others is not the run's.
 */
export function totalsWarning({ started, turns }: FoldState): SessionWarning[] {
  if (started?.reported === undefined) return [];
  const { tokensSent, tokensReceived, calls } = started.reported;
  const differences = [
    difference(
      "input",
      tokensSent,
      turns.map(({ usage }) => usage?.input),
    ),
    difference(
      "output",
      tokensReceived,
      turns.map(({ usage }) => usage?.output),
    ),
    missingCalls(calls, turns),
  ].flatMap((words) => words ?? []);
  return differences.length === 0
    ? []
    : [
        {
          code: "totals_differ",
          message: `the source's own sum differs: ${differences.join("; ")}`,
          count: 1,
        },
      ];
}

/** A program may count a failed attempt as a call, and a call inside a call. */
function missingCalls(stated: number | undefined, turns: FoldState["turns"]): string | null {
  if (stated === undefined || stated === 0) return null;
  const more = turns.reduce(
    (sum, { stated: own, usage }) => sum + (own.attempts?.length ?? 0) + (usage?.inside?.length ?? 0),
    0,
  );
  if (stated >= turns.length && stated <= turns.length + more) return null;
  return `${digits(stated)} calls are stated, ${digits(turns.length)} were read`;
}

function difference(
  what: string,
  stated: Tokens | undefined,
  counted: readonly (Tokens | null | undefined)[],
): string | null {
  const known = counted.flatMap((tokens) => tokens ?? []);
  // A program that states 0 for calls that read something did not count them.
  if (stated === undefined || stated === 0 || known.length === 0) return null;
  const sum = known.reduce((total, tokens) => total + tokens, 0);
  if (sum === stated) return null;
  const unknown = counted.length - known.length;
  const without = unknown === 0 ? "" : `, ${digits(unknown)} without a count`;
  return `${digits(stated)} ${what} tokens are stated, ${digits(sum)} are those of its ${digits(counted.length)} calls${without}`;
}
