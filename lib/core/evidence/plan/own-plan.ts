import type { Session } from "../../trace/session";
import { USER_KINDS } from "../../vocabulary";
import { issueTracker } from "./readers/issue-tracker";
import { planBlock } from "./readers/plan-block";
import { planFile } from "./readers/plan-file";
import { trackerTool } from "./readers/tracker-tool";
import type { Plan } from "./steps/plan";

/** Readers of documents: these have steps, but are kept for others than the agent. */
const DOCUMENTS: ReadonlySet<string> = new Set([planFile.id, issueTracker.id, trackerTool.id]);

/**
 * Whether a plan is what the agent set out to do: what its harness keeps as plan or to-do list, and what an answer marks as its plan.
 * Check boxes also stand in documents and in what the user says, and a tracker lists what others wrote.
 */
export function isOwnPlan(
  { source, revisions }: Pick<Plan, "source" | "revisions">,
  { blocks }: Pick<Session, "blocks">,
): boolean {
  if (source !== planBlock.id) return !DOCUMENTS.has(source);
  return revisions.some(({ block }) => !USER_KINDS.has(blocks[block ?? -1]?.kind ?? "plan"));
}
