/** Whether a value is an object and no list. `T` is what the caller knows about its values. */
export function isRecord<T = unknown>(value: unknown): value is Record<string, T> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
