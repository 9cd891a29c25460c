/** Empty if the form has no such field. */
export function formText(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}

export function textOrNull(form: FormData, name: string): string | null {
  const text = formText(form, name).trim();
  return text === "" ? null : text;
}

export function numberOrNull(form: FormData, name: string): number | null {
  const text = textOrNull(form, name);
  return text === null ? null : Number(text);
}

/** @throws Error for a value that is not one of the choices */
export function choiceIn<Value extends string>(
  form: FormData,
  name: string,
  choices: readonly Value[],
): Value {
  const text = formText(form, name);
  const chosen = choices.find((value) => value === text);
  if (chosen === undefined) throw new Error(`${name}: expected one of ${choices.join(", ")}`);
  return chosen;
}
