import type { CaseFamily } from "./family";
import { piCompactionCases } from "./pi-compaction";

/** Every family of cases that can be run. */
export const CASE_FAMILIES: readonly CaseFamily[] = [piCompactionCases];
