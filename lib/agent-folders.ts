import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Files that changed within so many days are taken. The page with the switch names this number. */
export const WATCH_DAYS = 7;

export interface WatchPlace {
  readonly agent: string;
  readonly folder: string;
  readonly reads: RegExp;
  readonly about: string;
  /** Files with the same unit are converted together. `file` is relative to the folder. */
  readonly unit: (file: string) => string;
  /** The session that a name alone tells of; `null` for a file that tells of none without being opened. */
  readonly counted: (file: string) => string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** An agent's own variable replaces the default. */
export function watchPlaces(env: Env = process.env, home: string = os.homedir()): WatchPlace[] {
  const at = (variable: string, ...standard: string[]) =>
    path.resolve(env[variable] || path.join(home, ...standard));
  const places: PlaceOfNames[] = [
    {
      agent: "Claude Code",
      folder: path.join(at("CLAUDE_CONFIG_DIR", ".claude"), "projects"),
      reads: /^[^/]+\/([^/]+|[^/]+\/subagents\/[^/]+)\.jsonl$/,
      about: "projects/*/*.jsonl and the sub-agents of these",
      unit: (file) => file.replace(/(\/subagents\/[^/]+)?\.jsonl$/, ""),
    },
    {
      agent: "Codex",
      folder: path.join(at("CODEX_HOME", ".codex"), "sessions"),
      reads: /(^|\/)rollout-[^/]+\.jsonl$/,
      about: "rollout-*.jsonl",
      unit: itself,
    },
    {
      agent: "Gemini CLI",
      folder: path.join(at("GEMINI_CLI_HOME"), ".gemini", "tmp"),
      reads: /^[^/]+\/(chats\/([^/]+\/)?|checkpoints\/)?[^/]+\.jsonl?$/,
      about: "*.json and *.jsonl of each project, its chats and its checkpoints",
      unit: itself,
    },
    {
      agent: "OpenClaw",
      folder: path.join(at("OPENCLAW_STATE_DIR", ".openclaw"), "agents"),
      reads: /^[^/]+\/sessions\/[^/]+\.jsonl$/,
      about: "*/sessions/*.jsonl",
      unit: path.posix.dirname,
    },
    {
      agent: "pi",
      folder: path.join(at("PI_CODING_AGENT_DIR", ".pi", "agent"), "sessions"),
      reads: /\.jsonl$/,
      about: "*.jsonl",
      unit: itself,
    },
    {
      agent: "OpenHands",
      folder: path.join(at("OH_PERSISTENCE_DIR", ".openhands"), "conversations"),
      reads: /^[^/]+\/(events\/[^/]+|base_state|events)\.jsonl?$/,
      about: "each conversation's events and state",
      unit: (file) => file.split("/")[0] ?? file,
    },
    openCode(path.join(at("XDG_DATA_HOME", ".local", "share"), "opencode", "storage")),
    {
      agent: "GitHub Copilot CLI",
      folder: path.join(at("COPILOT_HOME", ".copilot"), "session-state"),
      reads: /^([^/]+\/events|[^/]+)\.jsonl$/,
      about: "*/events.jsonl",
      unit: itself,
    },
    {
      agent: "Cursor",
      folder: path.join(home, ".cursor", "projects"),
      reads: /^[^/]+\/agent-transcripts\/.+\.jsonl$/,
      about: "*/agent-transcripts/**/*.jsonl",
      unit: itself,
    },
    ...editorTasks(env, home),
  ];
  return places.map((place) => ({ counted: place.unit, ...place }));
}

/** Where names alone tell sessions apart, `unit` counts them too. */
type PlaceOfNames = Omit<WatchPlace, "counted"> & Partial<Pick<WatchPlace, "counted">>;

const itself = (file: string) => file;

/**
 * A session is a file, its messages are a folder with its name, and the parts of a message are a folder with the
 * message's name: the session of a part stands in the part.
 */
function openCode(folder: string): PlaceOfNames {
  const sessions = new Map<string, string>();
  const sessionOf = (message: string, part: string) => {
    const known = sessions.get(message);
    if (known !== undefined) return known;
    const stated = /"sessionID"\s*:\s*"([^"]+)"/.exec(textOf(path.join(folder, part)))?.[1];
    if (stated !== undefined) sessions.set(message, stated);
    return stated ?? message;
  };
  return {
    agent: "opencode",
    folder,
    reads: /^(session|message|part)\/[^/]+\/[^/]+\.json$/,
    about: "the sessions of its storage folder, with their messages and parts",
    unit: (file) => {
      const [kind, holder = "", name = ""] = file.split("/");
      if (kind === "part") return sessionOf(holder, file);
      return kind === "message" ? holder : name.replace(/\.json$/, "");
    },
    counted: (file) => (file.startsWith("session/") ? path.posix.basename(file, ".json") : null),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** VS Code's extensions keep their tasks in its folder for extensions. */
function editorTasks(env: Env, home: string): PlaceOfNames[] {
  const data =
    process.platform === "darwin"
      ? path.join(home, "Library", "Application Support")
      : process.platform === "win32"
        ? (env.APPDATA ?? path.join(home, "AppData", "Roaming"))
        : (env.XDG_CONFIG_HOME ?? path.join(home, ".config"));
  const storage = path.join(data, "Code", "User", "globalStorage");
  return (
    [
      ["Roo Code", "rooveterinaryinc.roo-cline"],
      ["Cline", "saoudrizwan.claude-dev"],
    ] as const
  ).map(([agent, id]) => ({
    agent,
    folder: path.join(storage, id, "tasks"),
    reads: /^[^/]+\/(api_conversation_history|ui_messages|task_metadata)\.json$/,
    about: "each task's messages",
    unit: path.posix.dirname,
  }));
}
