/**
 * How a model's name is spelled where it is hosted, undone: the path in front of it (OpenRouter, LiteLLM, Vertex,
 * Fireworks), the region and vendor of Bedrock, an ARN, a fine-tuning wrapper. What is left is in lower case with dashes for
 * dots, and Claude's version stands behind the family whichever way it was written.
 */
export function canonicalName(model: string): string {
  const name = unwrapped(model.trim().toLowerCase())
    .replace(BEDROCK_REGION, "")
    .replace(BEDROCK_VENDOR, "")
    .replaceAll(/[._@]/g, "-");
  return name.replace(CLAUDE_VERSION_FIRST, "claude-$2-$1");
}

function unwrapped(name: string): string {
  const tuned = FINE_TUNED.exec(name)?.[1];
  if (tuned !== undefined) return unwrapped(tuned);
  return name.slice(name.lastIndexOf("/") + 1);
}

const FINE_TUNED = /(?:^|\/)ft:([^:]+)/;
const BEDROCK_REGION = /^(us-gov|us|eu|apac|jp|au|ca|sa|global)\./;
const BEDROCK_VENDOR =
  /^(anthropic|amazon|cohere|openai|meta|mistral|deepseek|qwen|moonshotai|moonshot|zai|z-ai|minimax|google)\./;
const CLAUDE_VERSION_FIRST = /\bclaude-(\d(?:-\d)?)-(opus|sonnet|haiku)/;

/** What may follow a model's name and still be that model: dates, versions, previews, quantisations and service tiers. */
const SUFFIX = new RegExp(
  `^(?:[-:]?(?:${[
    String.raw`\d{4}-\d{2}-\d{2}`,
    String.raw`\d{8}`,
    String.raw`\d{2}-\d{2}(?:-\d{4})?`,
    String.raw`\d{4}`,
    String.raw`v\d+(?::\d+)?`,
    String.raw`\d{3}`,
    String.raw`\[1m\]`,
    "latest|preview|exp|experimental|default|instruct|versatile|instant|it|hf|fp8|fp4|bf16|awq|turbo|maas|customtools",
    "thinking|reasoning|none|minimal|low|medium|high|xhigh",
    "beta|free|nitro|floor|online|exacto",
  ].join("|")}))+$`,
);

/** Whether `name` is the model of this id: the id itself, or followed by nothing but what dates or serves it. */
export function isModel(name: string, id: string): boolean {
  if (name === id) return true;
  return name.startsWith(id) && /^[-:[]/.test(name.slice(id.length)) && SUFFIX.test(name.slice(id.length));
}

/** Whether the name asks for the window of a million tokens, as Claude Code writes it. */
export function asksForMillion(name: string): boolean {
  return name.includes("[1m]");
}
