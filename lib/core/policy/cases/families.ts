import type { CaseFamily } from "./family";
import { piCompactionCases } from "./pi-compaction";
import { strandsCases } from "./strands-sliding-window";
import { codexCases } from "./codex-compaction";
import { opencodeCases } from "./opencode";
import { openhandsSdkCases } from "./openhands-sdk";

/** Every family of cases that can be run. */
export const CASE_FAMILIES: readonly CaseFamily[] = [
  piCompactionCases,
  strandsCases,
  codexCases,
  opencodeCases,
  openhandsSdkCases,
];
