import type { CaseFamily } from "./family";
import { openclawPruningCases } from "./openclaw-pruning";

/** Every family of cases that can be run. */
export const CASE_FAMILIES: readonly CaseFamily[] = [...openclawPruningCases];
