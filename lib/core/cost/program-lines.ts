import { parseProgram } from "../program-name";
import type { Tokens } from "../units";
import type { ProgramSettings } from "./program-settings";
import { PROGRAM_SETTINGS } from "./program-settings";

/** Characters per token, for programs that count characters. */
const CHARS_PER_TOKEN = 4;

const isOfServer = (tool: string) => tool.startsWith("mcp__");

/** The settings of a program; `undefined` where nobody has looked. */
function settingsOf(agent: string | null): ProgramSettings | undefined {
  const name = (parseProgram(agent).program ?? "").toLowerCase();
  return PROGRAM_SETTINGS.find(({ names }) => names.includes(name));
}

/** Fills a template: each `{name}` becomes its value, each line of the template a line. */
function fillIn(template: string, values: Readonly<Record<string, string | number>>): string[] {
  return template
    .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
    .split("\n");
}

/** Writes a value as the inside of a JSON or TOML string. */
const escape = (value: string) => JSON.stringify(value).slice(1, -1);

/** Says of which program no setting is known, and what its lines have to do. */
function sayUnknown(agent: string | null, instruction: string): string[] {
  const program = parseProgram(agent).program;
  return [program === null ? instruction : `No setting of ${program} for this is known here. ${instruction}`];
}

/** The setting that bounds what a tool returns; `undefined` where none is known. */
function findBoundTemplate(agent: string | null, tool: string): string | undefined {
  const bound = settingsOf(agent)?.bound ?? {};
  return bound[tool] ?? (isOfServer(tool) ? bound["mcp"] : undefined) ?? bound["any"];
}

/** The tools whose results are bounded by one setting, as each other's; a tool without a setting stands alone. */
export function nameBoundSetting(agent: string | null, tool: string): string {
  return findBoundTemplate(agent, tool) ?? `a tool called ${tool}`;
}

/** Lines that bound what a tool returns. A program without such a setting is told what to change in its tool. */
export function listBoundLines(agent: string | null, tool: string, tokens: Tokens): readonly string[] {
  const template = findBoundTemplate(agent, tool);
  return template === undefined
    ? sayUnknown(agent, `Let ${tool} return ${tokens} tokens at most, and say how to get the rest.`)
    : fillIn(template, { tokens, chars: tokens * CHARS_PER_TOKEN });
}

/** The lines that take tools, or all tools of MCP servers, out of the requests. */
export function listWithoutLines(
  agent: string | null,
  removedTools: readonly { readonly name: string; readonly isServer: boolean }[],
): readonly string[] {
  const settings = settingsOf(agent);
  const templated = removedTools.map(({ name, isServer }) => ({
    name,
    template: isServer ? settings?.withoutServer : settings?.withoutTool,
  }));
  const unknown = templated.filter(({ template }) => template === undefined).map(({ name }) => name);
  return [
    ...templated.flatMap(({ name, template }) =>
      template === undefined ? [] : fillIn(template, { name: escape(name) }),
    ),
    ...(unknown.length === 0
      ? []
      : sayUnknown(agent, `Leave ${unknown.join(", ")} out of the tools of each request.`)),
  ];
}

/** The lines that compact at a size of the window. @param window what the model takes; `null` where unknown */
export function listCompactAtLines(
  agent: string | null,
  tokens: Tokens,
  window: Tokens | null,
): readonly string[] {
  const template = settingsOf(agent)?.compactAt;
  const needsWindow = template !== undefined && !template.includes("{tokens}");
  if (template === undefined || (needsWindow && (window === null || window <= tokens)))
    return sayUnknown(agent, `Compact as soon as a request has ${tokens} tokens.`);
  const share = window === null ? 1 : tokens / window;
  return fillIn(template, {
    tokens,
    percent: Math.round(share * 100),
    share: Math.round(share * 100) / 100,
    reserve: (window ?? tokens) - tokens,
  });
}

/**
 * A reason not to rely on these lines; `null` where none is known.
 * @param lines as {@link listCompactAtLines} gave them
 */
export function findCompactAtDoubt(agent: string | null, lines: readonly string[]): string | null {
  const { compactAt, compactAtDoubt = null } = settingsOf(agent) ?? {};
  const isSetting =
    compactAt !== undefined && lines.some((line) => line.startsWith(compactAt.split("{")[0] ?? ""));
  return isSetting ? compactAtDoubt : null;
}

/** The lines to run before a pause. */
export function listCompactNowLines(agent: string | null): readonly string[] {
  const command = settingsOf(agent)?.compactNow;
  return command === undefined
    ? sayUnknown(agent, "Have the conversation summarised, and go on from the summary.")
    : [command];
}
