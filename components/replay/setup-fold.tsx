import type { ReactNode } from "react";
import { describePolicies } from "@/lib/view/replay/draft";

interface Props {
  /** How many policies are chosen. */
  readonly choices: number;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Folds away what is to be replayed, once there are results. */
export function SetupFold({ choices, isOpen, onToggle, children }: Props) {
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 text-ink-2">{describePolicies(choices)}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
