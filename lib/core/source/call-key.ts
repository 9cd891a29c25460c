import { canonicalJson, contentHash } from "../hash";

/** What makes two tool calls the same: the tool, and its arguments whatever order their keys are in. */
export function callKey(toolName: string | null, args: string, hashOf = contentHash): string {
  return hashOf(`${toolName ?? ""}\u0000${canonicalArguments(args)}`);
}

function canonicalArguments(args: string): string {
  try {
    return canonicalJson(JSON.parse(args));
  } catch {
    return args.trim();
  }
}
