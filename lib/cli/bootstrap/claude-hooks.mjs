/**
 * The hooks of Sightglass in the settings of Claude Code. What is there besides is never touched; what Sightglass put there
 * is known by the name of its file.
 */

/** When Claude Code calls, and with which matcher. */
const EVENTS = [{ event: "PreCompact" }, { event: "SessionStart", matcher: "compact" }, { event: "Stop" }];
const TIMEOUT_S = 5;
const OWN = /sightglass[^"]*hook\.mjs|lib\/cli\/hook\.mjs/;

/** @typedef {{ matcher?: string, hooks?: { type?: string, command?: string, timeout?: number }[] }} HookGroup */
/** @typedef {Record<string, unknown> & { hooks?: Record<string, HookGroup[]> }} ClaudeSettings */

/**
 * The settings with the hooks of Sightglass, once each.
 * @param {ClaudeSettings} settings @param {string} command
 * @returns {ClaudeSettings}
 */
export function withHooks(settings, command) {
  const clean = withoutHooks(settings);
  const hooks = { ...clean.hooks };
  for (const { event, matcher } of EVENTS) {
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
 * @param {ClaudeSettings} settings
 * @returns {ClaudeSettings}
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
