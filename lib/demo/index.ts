import type { TraceEvent } from "@/lib/core/trace/event";
import { eightTurnLoop } from "./eight-turn-loop";
import { openclawPruning } from "./openclaw-pruning";
import { publishingDaemon } from "./publishing-daemon";
import { refund } from "./refund";
import { testFixing } from "./test-fixing";
import { threeCheckpoints } from "./three-checkpoints";

export const DEMO_SESSIONS: readonly (() => TraceEvent[])[] = [
  refund,
  eightTurnLoop,
  openclawPruning,
  publishingDaemon,
  testFixing,
  threeCheckpoints,
];
