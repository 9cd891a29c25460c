import { isRecord } from "@/lib/core/is-record";
import { SWEEP_VALUES_MAX } from "@/lib/replay/limits";
import { plural } from "../format/format";
import type { FormField } from "./form-fields";
import type { PolicyChoiceInput, Json, JsonObject } from "./replay-input";
import { CHOICES_MAX } from "./replay-input";

export function writeDraft(choices: readonly PolicyChoiceInput[]): string {
  return JSON.stringify(
    choices.map(({ kind, version, options, pin, restore, recite }) => ({
      kind,
      ...(version !== undefined && { version }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(pin !== false && { pin }),
      ...(restore && { restore }),
      ...(recite && { recite }),
    })),
  );
}

export function readDraft(text: string | null): PolicyChoiceInput[] | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return null;
    return parsed.slice(0, CHOICES_MAX).flatMap((one: unknown) => {
      if (!isRecord<Json>(one) || typeof one.kind !== "string") return [];
      const { kind, version, options = {}, pin, restore, recite } = one;
      return [
        {
          kind,
          ...(typeof version === "string" && { version }),
          options: isRecord<Json>(options) ? options : {},
          pin: pin === true,
          restore: restore === true,
          recite: recite === true,
        },
      ];
    });
  } catch {
    return null;
  }
}

export const SWEEP_LIMIT_TEXT = `up to ${SWEEP_VALUES_MAX} values, and the recording`;

/** Repeats one policy with an option that goes from `from` to `to` in at most `most` steps. */
export function sweepOf(
  base: PolicyChoiceInput,
  set: (options: JsonObject, value: Json) => JsonObject,
  { from, to }: { readonly from: number; readonly to: number },
  most = SWEEP_VALUES_MAX,
): PolicyChoiceInput[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const whole = Number.isInteger(low) && Number.isInteger(high);
  const steps = Math.max(1, Math.min(most, whole ? high - low + 1 : most));
  const values = Array.from({ length: steps }, (_, i) => {
    const value = steps === 1 ? low : low + ((high - low) * i) / (steps - 1);
    return whole ? Math.round(value) : Number(value.toPrecision(6));
  });
  return values.map((value) => ({ ...base, options: set(base.options, value) }));
}

/**
 * From half of what the policy has now, or has by default, to twice as much, within the option's bounds; 1 to 20 where
 * it has no number.
 */
export function sweepRange(
  stated: Json | undefined,
  { standing, min, max }: Pick<FormField, "standing" | "min" | "max">,
): { from: number; to: number } {
  const now = stated ?? standing;
  if (typeof now !== "number" || now <= 0) return { from: min ?? 1, to: Math.min(max ?? 20, 20) };
  const half = Number.isInteger(now) ? Math.max(1, Math.round(now / 2)) : now / 2;
  return { from: Math.max(half, min ?? half), to: Math.min(now * 2, max ?? now * 2) };
}

export function describePolicies(policies: number): string {
  return `${plural(policies, "policy", "policies")} to replay this session under`;
}
