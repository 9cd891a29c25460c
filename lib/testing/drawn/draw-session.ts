import type { Session } from "@/lib/core/trace/session";
import type { Mode } from "@/lib/core/vocabulary";

const GLYPH: Record<Mode, string> = { full: "#", excerpt: "+", summary: "~", reference: "." };

/**
 * A session's windows as a picture: one row per block that ever stood in a window, one column per turn. `#` full, `+`
 * excerpt, `~` summary, `.` reference, space absent.
 */
export function drawSession(session: Session): string {
  const columns = session.turns.map((turn) => turn.index);
  const rows = session.blocks.flatMap((block, number) => {
    const residencies = session.residencies.filter((residency) => residency.block === number);
    if (residencies.length === 0) return [];
    const cells = columns.map((turn) => {
      const residency = residencies.find((r) => r.from <= turn && (r.to === null || r.to >= turn));
      return residency === undefined ? " " : GLYPH[residency.mode];
    });
    return [{ id: block.id, picture: cells.join("") }];
  });
  const width = Math.max(0, ...rows.map((row) => row.id.length));
  return rows.map(({ id, picture }) => `${id.padEnd(width)} |${picture}|`).join("\n");
}

export function windowIds(session: Session, turn: number): string[] {
  return session.residencies
    .filter((r) => r.from <= turn && (r.to === null || r.to >= turn))
    .sort((a, b) => a.rank - b.rank)
    .map((r) => session.blocks[r.block]?.id ?? "?");
}
