import { lazy, Suspense, useState } from "react";
import type { ReadAgent } from "@/lib/view/reading/read-model";

const SubAgent = lazy(() => import("./sub-agent"));

const drawBelow = (agent: ReadAgent) => <UnfoldingAgent agent={agent} />;

/** It is read when it is unfolded for the first time. */
export function UnfoldingAgent({ agent }: { agent: ReadAgent }) {
  const [isUsed, setIsUsed] = useState(false);
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => currentTarget.open && setIsUsed(true)}>
      <summary className="min-h-6 w-fit cursor-pointer content-center text-xs select-none">
        <span className="text-accent">Sub-agent</span>{" "}
        <span className="wrap-anywhere" dir="auto">
          {agent.name}
        </span>{" "}
        <span className="num text-ink-3">{agent.calls}</span>
      </summary>
      {isUsed && (
        <Suspense>
          <SubAgent agent={agent} drawAgent={drawBelow} />
        </Suspense>
      )}
    </details>
  );
}
