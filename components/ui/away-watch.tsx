import { useEffect } from "react";
import { describeAwayPage } from "@/lib/view/waiting";
import { useNodesAway } from "../data/use-nodes-away";

export interface AwayWatchProps {
  /** Gets what to say while a node of the database is away, else `null`. */
  readonly onAway: (words: string | null) => void;
  readonly onBack: () => void;
}

/** Looks whether a node of the database is away. It draws nothing. */
export function AwayWatch({ onAway, onBack }: AwayWatchProps) {
  const words = describeAwayPage(useNodesAway(true, onBack));
  useEffect(() => onAway(words), [onAway, words]);
  return null;
}
