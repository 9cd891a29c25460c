import { canonicalJson, contentHash } from "../hash";
import { remembering } from "../remembering";

/** Identifies equal tool calls: the same tool and the same arguments in any order of keys. */
export function callKey(toolName: string | null, args: string, hashOf = contentHash): string {
  return hashOf(`${toolName ?? ""}\u0000${canonicalArguments(args)}`);
}

const canonicalArguments = remembering(
  (args: string) => args,
  (args) => {
    try {
      return canonicalJson(JSON.parse(args));
    } catch {
      return args.trim();
    }
  },
);
