import type { Message } from "../contract/message";

export function isConstraint({ role, source }: Message): boolean {
  if (role === "system") return true;
  return (
    source?.kind === "user_goal" ||
    source?.kind === "system_rules" ||
    source?.kind === "repository_instructions"
  );
}
