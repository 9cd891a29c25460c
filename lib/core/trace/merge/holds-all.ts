const DEPTH_MAX = 100;

export function holdsAll(value: unknown, other: unknown, depth = 0): boolean {
  if (value === other || isEmpty(other)) return true;
  if (depth > DEPTH_MAX) return false;
  if (typeof other === "string") return typeof value === "string" && textHoldsAll(value, other, depth);
  if (typeof value !== "object" || value === null || typeof other !== "object" || other === null)
    return false;
  if (Array.isArray(value) !== Array.isArray(other)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(other).every(([key, part]) => holdsAll(fields[key], part, depth + 1));
}

function textHoldsAll(text: string, other: string, depth: number): boolean {
  if (text.startsWith(other)) return true;
  const [value, otherValue] = [parseJson(text), parseJson(other)];
  return value !== undefined && otherValue !== undefined && holdsAll(value, otherValue, depth + 1);
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
