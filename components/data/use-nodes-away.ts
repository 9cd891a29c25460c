import { useEffect, useState } from "react";
import type { AnswerAt } from "@/lib/api/request/request";
import { askHealth } from "./ask-health";

export type NodesNow = AnswerAt<"/api/v1/health">["nodes"];

const AGAIN_MS = 5_000;

/**
 * The nodes of the database while one of them is away, looked at again and again; `null` where none is, or nobody can say.
 * @param isAsked whether something failed that a missing node can explain
 * @param onBack when all nodes answer that did not before
 */
export function useNodesAway(isAsked: boolean, onBack?: () => void): NodesNow {
  const [away, setAway] = useState<NodesNow>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    const asking = new AbortController();
    let wasAway = false;
    const look = async () => {
      const nodes = await askHealth(asking.signal).then(
        (health) => health.nodes,
        () => undefined,
      );
      if (asking.signal.aborted || nodes === undefined) return;
      const isAway = nodes !== null && nodes.away > 0;
      setAway(isAway ? nodes : null);
      if (wasAway && !isAway) onBack?.();
      wasAway = isAway;
    };
    void look();
    const timer = setInterval(() => void look(), AGAIN_MS);
    return () => {
      asking.abort();
      clearInterval(timer);
    };
  }, [isAsked, onBack]);
  return isAsked ? away : null;
}
