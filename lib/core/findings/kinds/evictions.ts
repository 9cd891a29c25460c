import type { FindingKind } from "../rule/finding";

export const EVICTION_KINDS = [
  {
    code: "eviction.unrestorable",
    family: "evictions",
    title: "Evidence left and nothing says how to get it back",
    severity: "warning",
    advice: "Leave a path, a URL or an artifact in the window when a payload leaves it.",
    source: "restoration contract: whatever leaves the window leaves a reference sufficient to get it back",
    seenIn: null,
  },
  {
    code: "eviction.protected",
    family: "evictions",
    title: "A result that had to stay was evicted",
    severity: "serious",
    advice: "Check the policy's list of excluded tools: what cannot be restored must not be evictable.",
    source: "restoration contract, inverse rule: anything not restorable must not be evictable",
    seenIn: { run: "handover", on: "2026-11-29" },
  },
  {
    code: "eviction.uneconomic",
    family: "evictions",
    title: "Evicting cost more than it saved",
    severity: "note",
    advice:
      "Set a minimum that an edit has to free (clear_at_least), so that each invalidation buys enough space.",
    source:
      "eviction contract: an edit of the prefix invalidates the cache from there on and must be worth it",
    seenIn: { capture: "raw-anthropic-messages", on: "2026-11-29" },
  },
  {
    code: "cache.broken",
    family: "evictions",
    title: "The prompt cache was lost",
    severity: "warning",
    advice:
      "Keep the beginning of the window as it is: put what changes behind it, bundle edits, and keep the session warm or compact it before a pause.",
    source:
      "prompt caches of providers: a request reads the longest beginning that is still kept, and pays for the rest again",
    seenIn: { trace: "mini_swe_agent/gemini3-pylint-dev__pylint-6528.traj.json", on: "2026-11-29" },
    harm: { tokens: ["tokens"] },
  },
  {
    code: "eviction.silent",
    family: "evictions",
    title: "Something left without a word",
    severity: "warning",
    advice:
      "Report every edit of the window, and leave a marker that tells the model that something was there.",
    source: "eviction contract: eviction is explicit, parameterised, reported, and visible to the model",
    seenIn: { trace: "chat_completions_log/interactions_20251129_080419.jsonl", on: "2026-11-29" },
  },
  {
    code: "eviction.masked",
    family: "evictions",
    title: "A larger arrival hid what left",
    severity: "note",
    advice: "Watch what leaves item by item; the total of this turn says growth.",
    source: "windows compared item by item: a rise of the total does not exclude an eviction",
    seenIn: { trace: "chat_completions_log/interactions_20251129_080419.jsonl", on: "2026-11-29" },
  },
  {
    code: "refetch.after_eviction",
    family: "evictions",
    title: "A result was fetched again after it had left",
    severity: "warning",
    advice: "Keep more of the newest results, or leave a reference that tells the model what it has seen.",
    source: "eviction contract: silent eviction makes an agent fetch again what it can no longer see",
    seenIn: { trace: "swe_agent/sweagent0-matplotlib__matplotlib-25960.traj", on: "2026-11-29" },
    harm: { calls: ["times"], tokens: ["tokens"] },
  },
  {
    code: "call.duplicate",
    family: "evictions",
    title: "A call was repeated while its result was there",
    severity: "warning",
    advice: "Look at where the result stands: deep in a long window, or among many that look like it.",
    source:
      "duplicate work as the first sign of a saturated window: degraded recall over the agent's own calls",
    seenIn: { trace: "tau2_bench/telecom-gpt-4.1-ft-lookup-loop-a.json", on: "2026-11-29" },
    harm: { calls: ["times"], tokens: ["tokens"] },
  },
  {
    code: "call.loop",
    family: "evictions",
    title: "The agent went round in a circle",
    severity: "serious",
    advice: "Stop a run that repeats itself, and look at what the policy took away between two rounds.",
    source: "repeated reads whose evidence keeps leaving: the cycle ends when the evidence stays",
    seenIn: { trace: "tau2_bench/telecom-gpt-4.1-ft-lookup-loop-a.json", on: "2026-11-29" },
    harm: { calls: ["calls"] },
  },
  {
    code: "error.again",
    family: "evictions",
    title: "The same thing went wrong again",
    severity: "warning",
    advice:
      "Leave an error in the window for as long as its mistake can be made. Where it stands and does not bind, put the rule that it teaches next to the tool, or stop after the second time. What a person or a harness has to say twice belongs in the rules.",
    source:
      "keep errors in the window: a failure that the model can see is not repeated; one that stands and does not bind, or was taken back, is made again",
    seenIn: { trace: "chat_completions_log/interactions_20251129_080419.jsonl", on: "2026-11-29" },
    harm: { calls: ["attempts", "mistakes", "said", "replies"] },
  },
  {
    code: "call.failed_again",
    family: "evictions",
    title: "The same thing was tried again and failed",
    severity: "warning",
    advice:
      "Let the first refusal say everything that is wrong, ask for the rules before the call, or stop after the second time and try another way.",
    source:
      "keep errors in the window: what refuses a call one reason at a time is learned one failed call at a time",
    seenIn: {
      trace: "claude_code/spotter-ae4a77f8/ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl",
      on: "2026-11-29",
    },
    harm: { calls: ["attempts"] },
  },
] as const satisfies readonly FindingKind[];
