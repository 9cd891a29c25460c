import { choosePolicy, type ChosenPolicy, type PolicyChoice } from "@/lib/replay/choose-policy";
import { AppError, type ErrorDetail } from "@/lib/errors";

export type Chosen = Extract<ChosenPolicy, { ok: true }>;

/** @throws AppError `invalid_body` with every problem by its path, in the vendor's terms */
export function listChosen(policies: readonly PolicyChoice[]): Chosen[] {
  const chosen = policies.map(choosePolicy);
  const details = chosen.flatMap((choice, i) =>
    choice.ok
      ? []
      : choice.problems.map(({ path, message }) => makeDetail(`policies[${i}].${path}`, message)),
  );
  const [first] = details;
  if (first !== undefined) throw new AppError("invalid_body", `${first.path}: ${first.message}`, details);
  return chosen.filter((choice): choice is Chosen => choice.ok);
}

function makeDetail(path: string, message: string): ErrorDetail {
  return { path, code: "invalid_option", message };
}
