import type { Layer, Verdict } from "@/lib/core/questions/why/verdict";

export const VERDICT_WORDS: Record<
  Verdict,
  { readonly title: string; readonly tone: "there" | "gone" | "open" }
> = {
  never_in_session: { title: "Never in the session", tone: "gone" },
  came_later: { title: "Not there yet", tone: "gone" },
  never_entered: { title: "Known, and never put into a window", tone: "gone" },
  excluded: { title: "Recalled, but excluded", tone: "gone" },
  ranked_out: { title: "Recalled, but ranked out", tone: "gone" },
  cut_by_budget: { title: "Recalled, but cut by the token budget", tone: "gone" },
  not_in_excerpt: { title: "Left out of the excerpt", tone: "gone" },
  summarised: { title: "Summarised", tone: "gone" },
  evicted: { title: "Evicted", tone: "gone" },
  in_window_unused: { title: "In the window, and not used", tone: "there" },
  in_window_used: { title: "In the window, and used", tone: "there" },
  in_window: { title: "In the window", tone: "there" },
  window_unknown: { title: "Cannot be told: the window is not known", tone: "open" },
};

export const LAYER_WORDS: Record<Layer, string> = {
  retrieval: "retrieval did not recall it",
  ordering: "ordering did not rank it",
  budget: "the budget cut it",
  summary: "the summary lost it",
  trust: "trust isolation kept it out",
  policy: "the context policy left it out",
  model: "the model did not use it",
  tool: "the tool did not bring it",
  verification: "nothing checked it",
};
