import { writeCanonicalJson, hashContent } from "../hash";
import { rememberResults } from "../remembering";

/** Identifies equal tool calls: the same tool and the same arguments in any order of keys. */
export function makeCallKey(toolName: string | null, args: string, hashOf = hashContent): string {
  return hashOf(`${toolName ?? ""}\u0000${canonicalArguments(args)}`);
}

const canonicalArguments = rememberResults(
  (args: string) => args,
  (args) => {
    try {
      return writeCanonicalJson(JSON.parse(args));
    } catch {
      return args.trim();
    }
  },
);
