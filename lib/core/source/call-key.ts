import { canonicalJson, contentHash } from "../hash";

/** Identifies equal tool calls: the same tool and the same arguments in any order of keys. */
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
