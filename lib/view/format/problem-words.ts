/**
 * What is wrong with a field that people fill in as percent, where the API takes a share of one: "must be at most 1"
 * becomes "must be at most 100".
 */
export function inPercent(problem: string): string {
  return problem.replace(/\d+(?:\.\d+)?/g, (share) => String(Math.round(Number(share) * 1_000) / 10));
}

interface FieldWords {
  readonly label: string;
  readonly isPercent?: boolean;
}

/**
 * The problems of a form's fields in the words of its labels: "Window: must be at least 1".
 * @param problems by the path of the field
 * @param fields by the same paths
 * @returns `null` if no field of the form is named
 */
export function problemWords(
  problems: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, FieldWords>>,
): string | null {
  const said = Object.entries(problems).flatMap(([path, problem]) => {
    const field = fields[path];
    if (field === undefined) return [];
    return [`${field.label}: ${field.isPercent === true ? inPercent(problem) : problem}`];
  });
  return said.length === 0 ? null : said.join("; ");
}
