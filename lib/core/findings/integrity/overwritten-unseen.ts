import { formatDigits } from "../../digits";
import type { Overwrite } from "../../evidence/overwritten";
import { findOverwrites } from "../../evidence/overwritten";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { startOf } from "../rule/start-of";

const LINE_CHARS_MAX = 160;

/** A file that was written whole, without most of what it had, while what was known of it had left the window. */
export const overwrittenUnseen: FindingRule = {
  ...getFindingKind("file.overwritten_unseen"),
  *find(input) {
    const { recording, session, index } = input;
    for (const found of findOverwrites(recording, index.standing)) {
      if (found === undefined) {
        yield undefined;
        continue;
      }
      const { path, turn, by, from, charsBefore, charsAfter, lost } = found;
      const claims = buildClaims(input, found);
      if (claims.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [by, from].flatMap((no) => session.blocks[no]?.id ?? []),
        numbers: { before: charsBefore, after: charsAfter, lines: lost.length },
        sentence: `${path} was written whole at turn ${turn} while its text had left the window: it had ${formatDigits(charsBefore)} characters and got ${formatDigits(charsAfter)}, without ${formatDigits(lost.length)} of its lines.`,
        proof: { view: "why", turn, block: session.blocks[from]?.id ?? "" },
        claims,
      };
    }
  },
};

/** What shows it to somebody else: a line stood there, its block left, nothing says the line, and the call was made. */
function buildClaims({ session, index }: FindingInput, { from, by, turn, lost }: Overwrite): Claim[] {
  const [block, write] = [session.blocks[from]?.id, session.blocks[by]?.id];
  const residency = index
    .listResidencies(from)
    .findLast((earlier) => earlier.from < turn && earlier.mode !== "reference");
  const value = startOf(lost[0] ?? "", LINE_CHARS_MAX);
  if (block === undefined || write === undefined || residency === undefined || value === "") return [];
  return [
    { is: "present", value, turn: residency.from, block },
    { is: "left", block, turn },
    { is: "absent", value, turn },
    { is: "count", n: 1, of: { in: "made", from: turn, to: turn, block: write } },
  ];
}
