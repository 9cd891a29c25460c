"use client";

import { createSerializer, useQueryStates } from "nuqs";
import { turnParams } from "@/lib/view/url-state";

const serialize = createSerializer(turnParams);

/** What the next turn takes over of how this one is shown, as the query of its address: not which part of it. */
export function useKeptState(): string {
  const [{ by, q, beside }] = useQueryStates(turnParams);
  return serialize({ by, q, beside });
}
