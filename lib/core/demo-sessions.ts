/** What the demo sessions are called by their sender. A test compares them with the files. */
export const DEMO_SESSIONS = [
  "demo-refund-7741",
  "demo-eight-turn-loop",
  "demo-openclaw-pruning",
  "demo-publishing-daemon",
  "demo-test-fixing",
  "demo-three-checkpoints",
  "demo-release-notes",
] as const;
