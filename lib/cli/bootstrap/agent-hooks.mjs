/**
 * Sightglass's hooks in the settings of coding agents, which share one form. Everything else stays, also
 * comments. Sightglass's own entries are recognised by their file name.
 */
import { applyEdits, modify, parse } from "jsonc-parser";

/** @typedef {{ event: string, matcher?: string }} HookEvent */
const AROUND_COMPACTION = [
  { event: "PreCompact" },
  { event: "SessionStart", matcher: "compact" },
  { event: "Stop" },
];
export const CLAUDE_EVENTS = [...AROUND_COMPACTION, { event: "PostToolUse" }];
export const CODEX_EVENTS = AROUND_COMPACTION;
/**
 * Gemini CLI has no event after a compression. The next tool or prompt is the first chance to say something.
 */
export const GEMINI_EVENTS = [
  { event: "PreCompress" },
  { event: "BeforeAgent" },
  { event: "AfterTool" },
  { event: "AfterAgent" },
];
/** Fields beside the command. Gemini CLI counts milliseconds, and switches hooks by their names. */
export const HOOK_FIELDS = { timeout: 5 };
export const GEMINI_HOOK_FIELDS = { name: "sightglass", timeout: 5_000 };
/** Gemini CLI has, or had, these settings beside the events. */
const NO_EVENTS = new Set(["enabled", "disabled", "notifications"]);
const OWN = /sightglass[^"]{0,500}hook\.mjs|lib\/cli\/hook\.mjs/;
const TAB_SIZE = 2;

/** @typedef {{ matcher?: string, hooks?: { type?: string, command?: string, timeout?: number }[] }} HookGroup */
/** @typedef {Record<string, unknown> & { hooks?: Record<string, HookGroup[]> }} HookSettings */

/**
 * The settings in a file: JSON, which may have comments and commas at the end of lists.
 * @param {string} text @returns {HookSettings} an empty object for an empty file
 * @throws Error that names what was expected
 */
export function readHookSettings(text) {
  if (text.trim() === "") return {};
  /** @type {import("jsonc-parser").ParseError[]} */
  const errors = [];
  const settings = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(settings)) throw new Error("is not a JSON object");
  const { hooks } = settings;
  if (hooks === undefined) return settings;
  if (!isObject(hooks)) throw new Error("has `hooks` that are not an object");
  for (const [event, groups] of eventsIn(hooks))
    if (!Array.isArray(groups) || !groups.every((group) => isObject(group) && isList(group.hooks)))
      throw new Error(`has \`hooks.${event}\` that is not a list of {matcher, hooks}`);
  return settings;
}

/**
 * A settings file with the hooks of Sightglass, once each.
 * @param {string} text @param {string} command @param {readonly HookEvent[]} events @param {object} fields
 */
export function withHooks(text, command, events, fields = HOOK_FIELDS) {
  let now = withoutHooks(text.trim() === "" ? "{}\n" : text);
  for (const { event, matcher } of events) {
    const group = {
      ...(matcher !== undefined && { matcher }),
      hooks: [{ type: "command", command, ...fields }],
    };
    const there = readHookSettings(now).hooks?.[event];
    now =
      there === undefined
        ? edited(now, ["hooks", event], [group])
        : edited(now, ["hooks", event, there.length], group, true);
  }
  return now;
}

/**
 * A settings file without them.
 * @param {string} text
 */
export function withoutHooks(text) {
  let now = text;
  for (let own = ownPath(readHookSettings(now)); own !== null; own = ownPath(readHookSettings(now)))
    now = edited(now, own, undefined);
  return now;
}

/**
 * The path of a hook of Sightglass, or of what holds nothing else.
 * @param {HookSettings} settings @returns {import("jsonc-parser").JSONPath | null}
 */
function ownPath({ hooks = {} }) {
  for (const [event, groups] of eventsIn(hooks))
    for (const [i, { hooks: list = [] }] of groups.entries()) {
      const own = list.findIndex(({ command }) => OWN.test(command ?? ""));
      if (own < 0) continue;
      if (list.length > 1) return ["hooks", event, i, "hooks", own];
      if (groups.length > 1) return ["hooks", event, i];
      return Object.keys(hooks).length > 1 ? ["hooks", event] : ["hooks"];
    }
  return null;
}

/**
 * @param {string} text @param {import("jsonc-parser").JSONPath} path @param {unknown} value
 * @param {boolean} isArrayInsertion
 */
function edited(text, path, value, isArrayInsertion = false) {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? " ".repeat(TAB_SIZE);
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}

/** @template T @param {Record<string, T>} hooks */
function eventsIn(hooks) {
  return Object.entries(hooks).filter(([name]) => !NO_EVENTS.has(name));
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isList(value) {
  return value === undefined || (Array.isArray(value) && value.every(isObject));
}
