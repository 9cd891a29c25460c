import type { Question } from "../question";
import { constraintKept } from "./constraint-kept";
import { instructionObeyed } from "./instruction-obeyed";
import { memoryApplies } from "./memory-applies";
import { planSteps } from "./plan-steps";
import { ruleBroken } from "./rule-broken";
import { summaryContradicts } from "./summary-contradicts";
import { taskKept } from "./task-kept";
import { whatWentWrong } from "./what-went-wrong";

/** In the order in which a session's budget is spent on them. */
export const QUESTIONS: readonly Question[] = [
  whatWentWrong,
  ruleBroken,
  summaryContradicts,
  constraintKept,
  taskKept,
  instructionObeyed,
  planSteps,
  memoryApplies,
];
