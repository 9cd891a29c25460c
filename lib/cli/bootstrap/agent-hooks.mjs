/**
 * The hooks of Sightglass in the settings of coding agents, which have them in one form. What is there besides is never
 * touched; what Sightglass put there is known by the name of its file.
 */

/** @typedef {{ event: string, matcher?: string }} HookEvent */
/** When an agent calls, and with which matcher. */
const AROUND_COMPACTION = [
  { event: "PreCompact" },
  { event: "SessionStart", matcher: "compact" },
  { event: "Stop" },
];
export const CLAUDE_EVENTS = [...AROUND_COMPACTION, { event: "PostToolUse" }];
export const CODEX_EVENTS = AROUND_COMPACTION;
const TIMEOUT_S = 5;
const OWN = /sightglass[^"]*hook\.mjs|lib\/cli\/hook\.mjs/;

/** @typedef {{ matcher?: string, hooks?: { type?: string, command?: string, timeout?: number }[] }} HookGroup */
/** @typedef {Record<string, unknown> & { hooks?: Record<string, HookGroup[]> }} HookSettings */

/**
 * The settings with the hooks of Sightglass, once each.
 * @param {HookSettings} settings @param {string} command @param {readonly HookEvent[]} events
 * @returns {HookSettings}
 */
export function withHooks(settings, command, events) {
  const clean = withoutHooks(settings);
  const hooks = { ...clean.hooks };
  for (const { event, matcher } of events) {
    const group = {
      ...(matcher !== undefined && { matcher }),
      hooks: [{ type: "command", command, timeout: TIMEOUT_S }],
    };
    hooks[event] = [...(hooks[event] ?? []), group];
  }
  return { ...clean, hooks };
}

/**
 * The settings without them.
 * @param {HookSettings} settings
 * @returns {HookSettings}
 */
export function withoutHooks(settings) {
  const { hooks, ...rest } = settings;
  if (hooks === undefined) return settings;
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    const kept = groups.flatMap((group) => {
      const others = (group.hooks ?? []).filter(({ command }) => !OWN.test(command ?? ""));
      return others.length === 0 && (group.hooks ?? []).length > 0 ? [] : [{ ...group, hooks: others }];
    });
    return kept.length === 0 && groups.length > 0 ? [] : [/** @type {const} */ ([event, kept])];
  });
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}
