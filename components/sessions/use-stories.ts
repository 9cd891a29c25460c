import { useEffect, useState } from "react";
import type { SessionInput } from "@/lib/view/session-rows";
import type { ListedStory } from "@/lib/view/sessions/list-stories";

type Stories = Readonly<Record<string, ListedStory>>;

/** The stories of a list. The page comes with them; what writes those of sessions that change since is loaded then. */
export function useStories(sessions: readonly SessionInput[], initial: Stories): (id: string) => string {
  const [grown, setGrown] = useState<Stories>({});
  const isNewer = ({ id, version = 0, story }: SessionInput) =>
    story != null && (grown[id] ?? initial[id])?.version !== version;
  const changed = sessions.filter(isNewer);
  const [first] = changed;
  const key = first === undefined ? "" : `${first.id} ${first.version ?? 0}`;
  useEffect(() => {
    if (key === "") return;
    void import("@/lib/view/sessions/list-stories").then(
      ({ listStories }) => setGrown((before) => ({ ...before, ...listStories(changed) })),
      () => undefined,
    );

    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first stands for all: each other one makes another first, or comes with it
  }, [key]);
  return (id) => (grown[id] ?? initial[id])?.text ?? "";
}
