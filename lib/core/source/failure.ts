/** A result that is longer than this says more than that something failed. */
const CHARS_MAX = 1_500;

const AT_START =
  /^\W{0,4}(?:<error>|(?:fatal|error|failed|failure|exception|traceback|panic)\b|(?:\w+:\s)?(?:no such file|not found|cannot |can't |could not |unable to |permission denied|access denied|command not found)|(?:http(?:\/[\d.]+)?\s)?[45]\d\d\b\s*(?:[a-z]|$)|enoent\b|eacces\b|timed? ?out\b)/i;
const STATED =
  /"(?:is_?error|failed)"\s*:\s*true|"(?:ok|success|succeeded)"\s*:\s*false|"(?:error|errors|exception)"\s*:\s*(?!null|false|""|\[\s*\]|\{\s*\})\S|"(?:status|status_?code|code|http_?status)"\s*:\s*"?[45]\d\d\b|"status"\s*:\s*"(?:error|failed|not_found)"/i;
const ANYWHERE =
  /\b(?:no such file or directory|file not found|(?:was|were|is) not found|does(?: not|n't) exist|command not found|page not found|404 not found|ENOENT|HTTP(?:\/[\d.]+)? [45]\d\d|status(?: code)? [45]\d\d|permission denied|Traceback \(most recent call last\))/i;
/** Shorter than this, a text that mentions a failure is about nothing else. */
const SHORT_CHARS = 300;

/** Whether a text that a tool answered with only says that it could not do what was asked. */
export function saysFailure(text: string): boolean {
  const plain = text.trim();
  if (plain.length > CHARS_MAX) return false;
  if (AT_START.test(plain)) return true;
  if (/^[[{]/.test(plain) && STATED.test(plain)) return true;
  return plain.length <= SHORT_CHARS && ANYWHERE.test(plain);
}
