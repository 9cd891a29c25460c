export const COUNTERFACTUAL =
  "A replay works out what each window would have held. The model's answers stay as they were recorded: with another window it might have answered otherwise.";

export const SIMULATED_SUMMARIES =
  "Summaries in a replay are simulated: no model wrote them, their size is assumed, and what they would have said is unknown.";

export const EVIDENCE_UNDER_POLICY =
  "Which evidence was used is read from the recorded answers; its state is that in the replayed windows. A placeholder that names no way back counts as gone, and so does evidence that only a simulated summary covers. A use that is inferred from a value counts as without its evidence only where the window is proved not to say the value.";
