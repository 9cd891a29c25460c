import type { AuditInput, GroupFigures } from "../answers";
import { outdatedStatements } from "../findings/outdated";
import { plural, count, percent } from "../format/format";
import { shareInterval } from "../share-interval";
import { rate } from "./audit-tables";
import { spendingStatements } from "./spending-table";

const PENDING_MAX = 1_000;

export function statementsOf({ sample, total, outcomes, spending }: AuditInput): string[] {
  const { sessions, isWhole, pending, outdated } = sample;
  if (sessions === 0)
    return [
      pending === 0
        ? "No session matches."
        : `${plural(pending, "session matches", "sessions match")}, and none of them is analysed yet.`,
    ];
  const rest =
    pending === 0 ? "" : ` ${plural(pending, "more session is", "more sessions are")} not analysed yet.`;
  const [wrong, ok] = ["wrong", "ok"].map((word) => outcomes.find(({ value }) => value === word));
  return [
    `${isWhole ? plural(sessions, "session") : `The newest ${count(sessions)} sessions that match`}.${rest}`,
    total.decisions === 0
      ? "No decision in them is known to rest on evidence."
      : `${count(total.absent)} of ${plural(total.decisions, "decision")} ran on evidence that was not in the window: ${rate(total.absentPerSession)} a session.`,
    ...outdatedStatements(outdated, PENDING_MAX),
    ...(wrong === undefined || ok === undefined || wrong.deciding === 0 || ok.deciding === 0
      ? []
      : [
          `Evidence was absent in ${shareWords(wrong, "sessions that took decisions and ended wrong")}, and in ${shareWords(ok, "that ended well")}.`,
        ]),
    ...spendingStatements(spending),
  ];
}

function shareWords({ withAbsent, deciding }: GroupFigures, which: string): string {
  const { low, high } = shareInterval(withAbsent, deciding);
  return `${count(withAbsent)} of the ${count(deciding)} ${which} (95% interval ${percent(low)} to ${percent(high)})`;
}
