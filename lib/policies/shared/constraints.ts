import type { Message } from "../contract/message";

/** What must not be forgotten: the user's first message, goals, rules. */
export function isConstraint({ role, source }: Message): boolean {
  if (role === "system") return true;
  return (
    source?.kind === "user_goal" ||
    source?.kind === "system_rules" ||
    source?.kind === "repository_instructions"
  );
}
