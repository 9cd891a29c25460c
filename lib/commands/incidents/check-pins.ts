import type { AnnotationBody } from "@/lib/api/endpoints/incidents";
import type { Analysed } from "@/lib/core/findings/find";
import { pinProblem } from "@/lib/incident/pins";
import { AppError } from "@/lib/errors";

/**
 * Refuses annotations outside of their incident, or pinned to something that the session does not have. `fieldOf` names
 * the fields of an annotation by its index, as the caller sent them.
 * @throws AppError `invalid_body` that names the field and what was expected
 */
export function checkPins(
  analysed: Analysed,
  { from, to }: { readonly from: number; readonly to: number },
  annotations: readonly AnnotationBody[],
  fieldOf: (place: number) => string,
): void {
  annotations.forEach((note, place) => {
    const outside = note.turn < from || note.turn > to;
    const problem = outside
      ? { field: "turn", expected: `one of the incident, ${from} to ${to}` }
      : pinProblem(analysed, note);
    if (problem === null) return;
    const path = `${fieldOf(place)}${problem.field}`;
    const message = `expected ${problem.expected}`;
    throw new AppError("invalid_body", `${path}: ${message}`, [{ path, code: "invalid_pin", message }]);
  });
}
