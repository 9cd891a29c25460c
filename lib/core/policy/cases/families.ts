import type { CaseFamily } from "./family";

/** Every family of cases that can be run. */
export const CASE_FAMILIES: readonly CaseFamily[] = [];
