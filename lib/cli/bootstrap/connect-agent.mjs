import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { createTwoFilesPatch } from "diff";
import {
  CLAUDE_EVENTS,
  CODEX_EVENTS,
  GEMINI_EVENTS,
  GEMINI_HOOK_FIELDS,
  readHookSettings,
  withHooks,
  withoutHooks,
} from "./agent-hooks.mjs";
import { ROOT } from "./project.mjs";
import { Problem } from "./report.mjs";

/**
 * Writes the hooks of an agent, or takes them away again.
 * @param {{ remove?: boolean | undefined, yes?: boolean | undefined, url?: string | undefined }} values
 * @param {string[]} positionals the agent's name
 * @param {string} usage is shown where it was used otherwise
 */
export async function connectAgent(values, positionals, usage) {
  const agent = positionals.length === 1 ? AGENTS[positionals[0] ?? ""] : undefined;
  if (agent === undefined) throw new Problem("Name an agent: claude-code, codex or gemini.", usage);
  const file = resolveFile(agent.file());
  const text = readTextOf(file);
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const before = text.slice(mark.length);
  const settings = readSettings(file, before);
  const after =
    values.remove === true
      ? withoutHooks(before)
      : withHooks(before, writeCommand(values.url, usage), agent.events, agent.fields);
  if (JSON.stringify(readHookSettings(after)) === JSON.stringify(settings)) {
    process.stdout.write(`${file} is as it should be; nothing is changed.\n`);
    return;
  }
  process.stdout.write(createTwoFilesPatch(file, file, before, after, "as it is", "as it would be"));
  if (values.yes !== true && !(await askAgreement())) {
    process.stdout.write("Nothing is changed.\n");
    return;
  }
  checkWritable(file);
  if (values.remove === true && agent.isOwnFile === true && after.trim().replace(/\s+/g, "") === "{}") {
    fs.rmSync(file);
    process.stdout.write("Taken away.\n");
    return;
  }
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.sightglass-${process.pid}`;
  fs.writeFileSync(draft, mark + after, { mode: fs.existsSync(file) ? fs.statSync(file).mode : 0o600 });
  fs.renameSync(draft, file);
  process.stdout.write(
    values.remove === true
      ? "Taken away.\n"
      : `Written. ${agent.hint(values.url ?? "http://127.0.0.1:4318")}`,
  );
}

/**
 * @typedef {object} CodingAgent
 * @property {() => string} file
 * @property {{ event: string, matcher?: string }[]} events
 * @property {boolean} [isOwnFile] whether the file is for hooks only, so that it goes with the last of them
 * @property {object} [fields] what its hooks have beside the command, where that is not the usual
 * @property {(url: string) => string} hint
 */
/** @type {Record<string, CodingAgent>} */
const AGENTS = {
  "claude-code": {
    file: () =>
      path.join(process.env.CLAUDE_CONFIG_DIR || path.join(os.homedir(), ".claude"), "settings.json"),
    events: CLAUDE_EVENTS,
    hint: (url) =>
      `The tools for looking up what left:\n\n  claude mcp add --transport http sightglass ${url}/mcp\n`,
  },
  codex: {
    file: () => path.join(process.env.CODEX_HOME || path.join(os.homedir(), ".codex"), "hooks.json"),
    isOwnFile: true,
    events: CODEX_EVENTS,
    hint: (url) =>
      `Codex asks before it runs them for the first time. The tools for looking up what left:\n\n  codex mcp add sightglass --url ${url}/mcp\n`,
  },
  gemini: {
    file: () => path.join(process.env.GEMINI_CLI_HOME || os.homedir(), ".gemini", "settings.json"),
    events: GEMINI_EVENTS,
    fields: GEMINI_HOOK_FIELDS,
    hint: (url) =>
      `If \`/hooks panel\` says that hooks are off: /hooks enable-all. The tools for looking up what left:\n\n  gemini mcp add --scope user --transport http sightglass ${url}/mcp\n`,
  },
};

/**
 * The file that a path leads to: settings are often links into a folder of a user's own. A link to nothing yet leads to
 * the file that it names.
 * @param {string} file
 */
function resolveFile(file) {
  let at = file;
  for (let i = 0; i < LINKS_MAX; i++) {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() !== true) return at;
    at = path.resolve(path.dirname(at), fs.readlinkSync(at));
  }
  throw new Problem(`${file} is a link that leads nowhere.`, "Put it right first; nothing is changed.");
}

const LINKS_MAX = 20;
const BYTE_ORDER_MARK = "\ufeff";

/** @param {string} file @returns {string} empty where there is no file yet */
function readTextOf(file) {
  try {
    return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(`${file} cannot be read: ${why}.`, "Put it right first; nothing is changed.");
  }
}

/** A file may be read-only on purpose, and writing takes its place. @param {string} file */
function checkWritable(file) {
  try {
    if (fs.existsSync(file)) fs.accessSync(file, fs.constants.W_OK);
  } catch {
    throw new Problem(`${file} may not be written.`, "Change its permissions first; nothing is changed.");
  }
}

/** @param {string} file @param {string} text */
function readSettings(file, text) {
  try {
    return readHookSettings(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(`${file} ${why}.`, "Put it right first; nothing is changed.");
  }
}

/** @param {string | undefined} url @param {string} usage */
function writeCommand(url, usage) {
  if (url !== undefined && !/^https?:\/\/[\w.:[\]/-]+$/.test(url))
    throw new Problem(`${url} is no address.`, usage);
  const place = url === undefined ? "" : `SIGHTGLASS_URL=${url} `;
  return `${place}${JSON.stringify(process.execPath)} ${JSON.stringify(path.join(ROOT, "lib/cli/hook.mjs"))}`;
}

async function askAgreement() {
  if (!process.stdin.isTTY) {
    process.stdout.write("Nobody can be asked, because the input is no terminal. Add --yes to write it.\n");
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question("Write this? [y/N] ");
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
