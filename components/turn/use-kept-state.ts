import { createSerializer, useQueryStates } from "nuqs";
import { turnParams } from "@/lib/view/url-state";

const serialize = createSerializer(turnParams);

/** How the window is shown, but not which part of it. */
export function useKeptState(): string {
  const [{ by, q, beside }] = useQueryStates(turnParams);
  return serialize({ by, q, beside });
}
