import type { FindingKind } from "../rule/finding";

export const EVIDENCE_KINDS = [
  {
    code: "evidence.dangling",
    family: "evidence",
    title: "A step ran on evidence that had left the window",
    severity: "serious",
    advice: "Pin what an unexecuted step needs, or fetch it again before the step runs.",
    source: "plan steps need edges to their evidence: a branch on what was evicted is a use after free",
  },
  {
    code: "evidence.residual",
    family: "evidence",
    title: "Only the model's own words were left of the evidence",
    severity: "warning",
    advice:
      "Keep the result itself, or a reference to it: the model's words cannot be checked against anything.",
    source: "a pruned fact becomes a residue in the reasoning trace rather than one that can be verified",
  },
  {
    code: "evidence.at_risk",
    family: "evidence",
    title: "What a step will need has left, or is next in line to leave",
    severity: "warning",
    advice: "Fetch it again before the step runs, and pin what unexecuted steps need.",
    source: "dependency manifest: a result that an unexecuted step references is not to be evicted",
  },
  {
    code: "plan.left_window",
    family: "evidence",
    title: "The plan left the window before it was done",
    severity: "serious",
    advice: "Keep the plan outside the conversation and recite it as the newest content of every window.",
    source: "plan persistence: truncation takes the oldest content first, and the plan is the oldest",
  },
  {
    code: "plan.revised_on_evicted",
    family: "evidence",
    title: "A plan was made or changed to need what is gone",
    severity: "serious",
    advice: "Check a plan against the window before it is followed, and fetch again what it needs.",
    source: "a plan can be updated mid-execution to reference a result that has already been evicted",
  },
  {
    code: "plan.unknown_need",
    family: "evidence",
    title: "A step needs something that the session does not have",
    severity: "warning",
    advice: "Name needs by the ids of calls, blocks or steps, and check a plan's needs when it is declared.",
    source: "dependency manifest: manifests are written by models and will sometimes be wrong",
  },
  {
    code: "step.unvalidated",
    family: "evidence",
    title: "A step ran without a check of what it needs",
    severity: "note",
    advice:
      "Validate at every step boundary that what the step declared is still there, and refetch, replan or abort.",
    source: "per-step context validator: a step that cannot find its dependency must not improvise",
  },
  {
    code: "validator.contradicted",
    family: "evidence",
    title: "The harness reports something about the window that is not true",
    severity: "serious",
    advice: "Let validators and reports read the window that is sent, and act on what they answer.",
    source: "per-step context validator: a check that is not true, or not obeyed, is worse than none",
  },
] as const satisfies readonly FindingKind[];
