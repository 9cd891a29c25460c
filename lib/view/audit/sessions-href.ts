export type AuditFilters = Readonly<
  Partial<Record<"agent" | "model" | "policy" | "outcome" | "from" | "to", string | null>>
>;

export function makeSessionsHref(filters: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams({ role: "any" });
  for (const [name, value] of Object.entries(filters))
    if (value != null && value !== "") query.set(name, value);
  return `/?${query.toString()}`;
}
