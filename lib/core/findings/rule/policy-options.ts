import type { Session } from "../../trace/session";

/** Searches all levels of the options of the session's own policy. */
export function findOptionsNamed({ meta }: Session, names: readonly string[]): unknown[] {
  return listOptions(meta.policy, names);
}

function listOptions(
  policy: { readonly options?: unknown } | null | undefined,
  names: readonly string[],
): unknown[] {
  const found: unknown[] = [];
  const open: unknown[] = [policy?.options];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value.filter((item) => item !== undefined));
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (names.includes(name)) found.push(inner);
        else if (inner !== undefined) open.push(inner);
      }
    }
  }
  return found;
}

export function listSparedTools(session: Session): ReadonlySet<string> {
  const lists = findOptionsNamed(session, ["exclude_tools", "excludeTools", "deny"]);
  return new Set(lists.flat().filter((name): name is string => typeof name === "string"));
}

/** The number of newest tool results that the session's policy keeps; `null` when it states none. */
export function countKeptResults({ meta }: Session): number | null {
  return countKeptByPolicy(meta.policy);
}

/** The same of a policy alone. */
export function countKeptByPolicy(policy: Parameters<typeof listOptions>[0]): number | null {
  for (const keep of listOptions(policy, ["keep", "keepToolResults"])) {
    if (typeof keep === "number") return keep;
    if (typeof keep !== "object" || keep === null) continue;
    const { type, value } = keep as { type?: unknown; value?: unknown };
    if (typeof value === "number" && type === "tool_uses") return value;
  }
  return null;
}
