/**
 * What is wrong with a field that people fill in as percent, where the API takes a share of one: "must be at most 1"
 * becomes "must be at most 100".
 */
export function convertToPercent(problem: string): string {
  return problem.replace(/\d+(?:\.\d+)?/g, (share) => String(Math.round(Number(share) * 1_000) / 10));
}

/**
 * A refusal in words for people: fields by their own names instead of their paths in the body, "Name: must not be empty"
 * for `account.name`.
 * @param problems by the path of the field
 * @param message what is said if no field is named
 */
export function describeRefusal(problems: Readonly<Record<string, string>>, message: string): string {
  const said = Object.entries(problems).flatMap(([path, problem]) => {
    const name = nameField(path);
    return name === "" ? [] : [`${name}: ${problem}`];
  });
  return said.length === 0 ? message : said.join("; ");
}

/** The last part of a path and every part with a place, as words: "Policies 2, keep" for `policies[1].options.keep`. */
function nameField(path: string): string {
  const parts = path.split(".");
  const named = parts.filter((part, i) => i === parts.length - 1 || part.endsWith("]")).map(namePart);
  const words = named.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function namePart(part: string): string {
  return part
    .replace(/\[(\d+)\]/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
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
export function describeProblem(
  problems: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, FieldWords>>,
): string | null {
  const said = Object.entries(problems).flatMap(([path, problem]) => {
    const field = fields[path];
    if (field === undefined) return [];
    return [`${field.label}: ${field.isPercent === true ? convertToPercent(problem) : problem}`];
  });
  return said.length === 0 ? null : said.join("; ");
}
