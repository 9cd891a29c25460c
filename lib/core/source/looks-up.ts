import { rememberResults } from "../remembering";
import { extractCommand } from "./arguments";
import { isChange, isShell, plainToolName } from "./tool-words";

const LOOKS = new Set(
  (
    "read get list search find view cat grep glob fetch look lookup check verify status query describe show stat browse open " +
    "inspect validate recall ls ping resolve retrieve count exists scan diff log logs"
  ).split(" "),
);
const READ_COMMAND =
  /^(?:cd|ls|ll|cat|bat|less|more|head|tail|grep|rg|ag|find|fd|stat|file|which|type|test|echo|pwd|wc|sort|uniq|cut|jq|yq|nl|tree|du|df|ps|env|ping|dig|nslookup|host|whois|traceroute|nc -z\S*|diff|git (?:status|log|show|diff|grep|branch|remote|ls-\w+|rev-parse|blame)|(?:npm|pnpm|yarn) (?:ls|list|view|info|outdated|why)|pip3? (?:show|list|freeze)|docker (?:ps|images|inspect|logs)|kubectl (?:get|describe|logs)|gh \w+ (?:view|list|status|diff|checks)|sed -n|awk|curl|wget -q?O-|(?:Get|Select|Test|Measure|Compare|Resolve)-[A-Z][A-Za-z]{1,30})(?=\s|$)/;
const SENDS =
  /\s(?:-X\s?(?!GET|HEAD)[A-Z]+|--request[ =](?!GET|HEAD)[A-Z]+|-d|--data\S*|-F|--form|-T|--upload-file|--json)(?=\s|$)/;
const COMMAND_CHARS_MAX = 4_000;

/** Whether a call only looks something up: by its tool's name, or for a shell, by every part of its command. */
export const looksUp: (toolName: string | null, args: string) => boolean = rememberResults(
  (toolName: string | null, args: string) => `${toolName ?? ""} ${args}`,
  isOnlyLook,
);

function isOnlyLook(toolName: string | null, args: string): boolean {
  const name = plainToolName(toolName);
  if (isChange(name, args)) return false;
  if (!isShell(name)) return name.split("_").some((word) => LOOKS.has(word));
  const parts = extractCommand(args)
    .slice(0, COMMAND_CHARS_MAX)
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:\w{1,40}=\S{0,200}\s+)*(?:sudo |timeout \S+ |time )?/, ""));
  const commands = parts.filter((part) => part !== "");
  return commands.length > 0 && commands.every((part) => READ_COMMAND.test(part) && !SENDS.test(part));
}

/** Whether a call changes something: by its tool's name, or for a shell, where a part of its command does not only look. */
export function isChanging(toolName: string | null, args: string): boolean {
  const name = plainToolName(toolName);
  return isShell(name) ? !looksUp(toolName, args) : isChange(name, args);
}
