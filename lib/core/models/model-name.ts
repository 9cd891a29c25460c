export function normaliseModelName(model: string): string {
  const name = unwrapName(model.trim().toLowerCase())
    .replace(BEDROCK_REGION, "")
    .replace(BEDROCK_VENDOR, "")
    .replace(DATABRICKS, "")
    .replaceAll(/[._@]/g, "-");
  return name.replace(CLAUDE_VERSION_FIRST, "claude-$2-$1");
}

function unwrapName(name: string): string {
  const tuned = FINE_TUNED.exec(name)?.[1];
  if (tuned !== undefined) return unwrapName(tuned);
  return name.slice(name.lastIndexOf("/") + 1);
}

const FINE_TUNED = /(?:^|\/)ft:([^:]+)/;
const BEDROCK_REGION = /^(us-gov|us|eu|apac|jp|au|ca|sa|global)\./;
const BEDROCK_VENDOR =
  /^(anthropic|amazon|ai21|cohere|openai|meta|mistral|deepseek|qwen|moonshotai|moonshot|zai|z-ai|minimax|google)\./;
const DATABRICKS = /^databricks-/;
const CLAUDE_VERSION_FIRST = /\bclaude-(\d(?:-\d)?)-(opus|sonnet|haiku)/;

/**
 * What may follow a model's name without making it another model: dates, versions, previews, quantisations and service
 * tiers.
 */
const SUFFIXES = [
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`\d{8}`,
  String.raw`\d{2}-\d{2}-\d{4}`,
  String.raw`\d{2}-\d{2}`,
  String.raw`\d{2}-\d{4}`,
  String.raw`\d{1,9}:\d{1,9}`,
  String.raw`\d{4}`,
  String.raw`v\d{1,9}:\d{1,9}`,
  String.raw`v\d{1,9}`,
  String.raw`\d{3}`,
  String.raw`\[1m\]`,
  "(?:latest|preview|exp|experimental|default|instruct|versatile|instant|it|hf|fp8|fp4|bf16|awq|turbo|maas|customtools)",
  "(?:thinking|reasoning|none|minimal|low|medium|high|xhigh)",
  "(?:beta|free|nitro|floor|online|exacto)",
].map((suffix) => new RegExp(`[-:]?${suffix}`, "y"));

/**
 * Digits can be read as suffixes in many ways. Each place is visited once, so the time is linear in the
 * name's length.
 */
function isSuffixes(text: string): boolean {
  const reached = new Set([0]);
  for (const at of reached)
    for (const suffix of SUFFIXES) {
      suffix.lastIndex = at;
      if (suffix.test(text)) reached.add(suffix.lastIndex);
    }
  return reached.has(text.length);
}

/** Whether `name` is the model `id`: the id itself, or the id followed only by such suffixes. */
export function isModel(name: string, id: string): boolean {
  if (name === id) return true;
  const suffix = name.startsWith(id) ? name.slice(id.length) : "";
  return /^[-:[]/.test(suffix) && isSuffixes(suffix);
}

/** Whether the name asks for the window of a million tokens, in the spelling of Claude Code. */
export function asksForMillion(name: string): boolean {
  return name.includes("[1m]");
}
