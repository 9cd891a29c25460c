import type { TraceEvent } from "@/lib/core/trace/event";
import { eightTurnLoop } from "./eight-turn-loop";
import { openclawPruning } from "./openclaw-pruning";
import { publishingDaemon } from "./publishing-daemon";
import { refund } from "./refund";
import { testFixing } from "./test-fixing";

/** The sessions that a new installation shows: stories of how a window goes wrong, each written for this purpose. */
export const DEMO_SESSIONS: readonly (() => TraceEvent[])[] = [
  refund,
  eightTurnLoop,
  openclawPruning,
  publishingDaemon,
  testFixing,
];
