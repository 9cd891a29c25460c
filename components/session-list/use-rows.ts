import { useEffect, useState } from "react";
import type { SessionInput, SessionRow } from "@/lib/view/session-rows";
import type { DrawnRows } from "@/lib/view/sessions/list-rows";

/**
 * The rows of a list. The page comes with them; what makes those of sessions that change since is loaded then. Until it is there, a
 * session that is new has no row.
 */
export function useRows(
  sessions: readonly SessionInput[],
  delivered: DrawnRows,
): (id: string) => SessionRow | undefined {
  const [grown, setGrown] = useState<DrawnRows>({});
  const newestOf = (id: string) => {
    const [before, now] = [delivered[id], grown[id]];
    return before === undefined || (now !== undefined && now.version > before.version) ? now : before;
  };
  const changed = sessions.filter(({ id, version = 0 }) => {
    const listed = newestOf(id);
    return listed === undefined || listed.version < version;
  });
  const [first] = changed;
  const key = first === undefined ? "" : `${first.id} ${first.version ?? 0}`;
  useEffect(() => {
    if (key === "") return;
    void import("@/lib/view/sessions/list-rows").then(
      ({ listGrownRows }) =>
        setGrown((before) => ({ ...before, ...listGrownRows(changed, (id) => newestOf(id)?.row) })),
      () => undefined,
    );

    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first stands for all: each other one makes another first, or comes with it
  }, [key]);
  return (id) => newestOf(id)?.row;
}
