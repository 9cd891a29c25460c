import type { NewAnalyses } from "@/lib/pipeline/analyse/analyse-new-sessions";

/** Asks for the analysis of a session by its key, or of short new sessions of a project. */
export type AskedAnalysis = { readonly session: string } | { readonly project: string };

export type AnalyserAnswer =
  | { readonly done: NewAnalyses | null }
  /** @property isAway whether the database was away, so that a later try may succeed */
  | { readonly failure: string; readonly isAway: boolean };
