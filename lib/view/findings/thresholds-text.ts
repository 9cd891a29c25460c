import type { ThresholdField } from "./threshold-fields";

/**
 * Leaves out empty fields and converts percent to shares of one.
 * @param said the text of each field by name
 */
export function writeThresholds(
  fields: readonly Pick<ThresholdField, "name" | "unit">[],
  said: ReadonlyMap<string, string>,
): Partial<Record<ThresholdField["name"], number>> {
  return Object.fromEntries(
    fields.flatMap(({ name, unit }) => {
      const text = said.get(name)?.trim() ?? "";
      return text === "" ? [] : [[name, unit === "%" ? Number(text) / 100 : Number(text)]];
    }),
  );
}
