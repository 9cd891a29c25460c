import type { DepartureInput } from "../answers";
import { formatFigure } from "../format/format";
import { spellKey } from "../format/spell-key";

/** The size that a compaction reports of the window before it stands as that window's size already. */
const SHOWN_AS_SIZE = "reportedTokensBefore";

/** What a harness counted when it decided, such as its trigger: `{ keep_last: 3 }` reads "Keep last 3". */
export function listCauseNumbers({
  numbers,
}: Pick<DepartureInput["cause"], "numbers">): readonly { readonly label: string; readonly value: string }[] {
  return Object.entries(numbers ?? {})
    .filter(([name]) => name !== SHOWN_AS_SIZE)
    .map(([name, value]) => ({ label: spellKey(name), value: formatFigure(value) }));
}
