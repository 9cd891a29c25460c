import type { Role } from "@/lib/api/access";
import { ROLES } from "@/lib/api/access";

/** The lowest role when the text is not a role. */
export function readMemberRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? "viewer";
}
