const MARKS: readonly { readonly id: string; readonly mark: RegExp; readonly each: RegExp }[] = [
  { id: "execution result", mark: /^\s*EXECUTION RESULT of \[/, each: /^EXECUTION RESULT of \[/gm },
  { id: "tool response", mark: /^\s*<tool_response>/, each: /<tool_response>/g },
  { id: "function result", mark: /^\s*<function_results?>/, each: /<function_results?>/g },
  {
    id: "header",
    mark: /^\s*\[[a-z][\w-]*(?: for [^\n]*)?\] Result:/,
    each: /^\[[a-z][\w-]*(?: for [^\n]*)?\] Result:/gm,
  },
  {
    id: "observation",
    mark: /^\s*observation(?:[ \t]*\d+)?[ \t]*:/i,
    each: /^observation(?:[ \t]*\d+)?[ \t]*:/gim,
  },
  {
    id: "function output",
    mark: /^\s*(function|tool) output[ \t]*:/i,
    each: /^(function|tool) output[ \t]*:/gim,
  },
  {
    id: "return code",
    mark: /^\s*<(returncode|exit_code|output|stdout)>/,
    each: /^<(returncode|exit_code|output|stdout)>/gm,
  },
];

/** `null` when the text is not marked as a result. */
export function findResultMark(text: string): string | null {
  return MARKS.find(({ mark }) => mark.test(text))?.id ?? null;
}

/** Harnesses that write `OBSERVATION:` have a sentence of their own, without it, for a command without output. */
export function isMarkedAtTimes(mark: string): boolean {
  return mark === "observation";
}

/** Whether a command's result begins with a code other than 0. */
export function isFailureStated(text: string): boolean {
  const code = /^\s*<(?:returncode|exit_code)>\s{0,4}(-?\d{1,9})\s{0,4}</.exec(text)?.[1];
  return code !== undefined && Number(code) !== 0;
}

export function isHeaderAlone(text: string): boolean {
  return /^\s*\[[a-z][\w-]*(?: for [^\n]*)?\] Result:\s*$/.test(text);
}

export function isEnvironment(text: string): boolean {
  return /^\s*<environment_details>/.test(text);
}

const ENVIRONMENT = /^<environment_details>[\s\S]*$/m;

export function readResults(text: string, calls: number): { results: string[]; environment: string | null } {
  const environment = ENVIRONMENT.exec(text)?.[0] ?? null;
  const body = environment === null ? text : text.slice(0, text.length - environment.length).trimEnd();
  const each = calls > 1 ? MARKS.find(({ mark }) => mark.test(body))?.each : undefined;
  const starts = each === undefined ? [] : [...body.matchAll(each)].map(({ index }) => index);
  if (starts.length !== calls) return { results: [body], environment };
  return { results: starts.map((start, i) => body.slice(start, starts[i + 1]).trimEnd()), environment };
}
