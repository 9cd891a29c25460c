import { writeCanonicalJson, hashContent } from "../hash";
import { rememberResults } from "../remembering";
import { parseJsonOrText } from "./arguments";

/** Identifies equal tool calls: the same tool and the same arguments in any order of keys. */
export function makeCallKey(toolName: string | null, args: string, hashOf = hashContent): string {
  return hashOf(`${toolName ?? ""}\u0000${canonicalArguments(args)}`);
}

const canonicalArguments = rememberResults(
  (args: string) => args,
  (args) => {
    const value = parseJsonOrText(args);
    return value === args ? args.trim() : writeCanonicalJson(value);
  },
);
