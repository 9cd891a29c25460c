import type { Round } from "./test-fixing-round";
import { EDITING, OLD_PARSER, READING, log, observation, short } from "./test-fixing-round";

/** The second half: another test fails. The budget cuts the search results, so the parser is patched a second time. */
export const SERIALIZER_ROUNDS: readonly Round[] = [
  {
    phase: "diagnosing",
    state: ["modified_files: src/parser.ts", "failure: serializer.test.ts:17"],
    tools: READING,
    observation: observation(
      "read-stest",
      "read_file",
      'src/serializer.test.ts:17 expect(serialize(sum)).toBe("a+b")',
      304,
      3_000,
    ),
    evidence: [],
    excluded: [log("read-stest"), OLD_PARSER],
    says: "The sum loses its operator. I check who builds the parts.",
    call: { id: "search-2", tool: "search", args: { query: "parts.map" } },
  },
  {
    phase: "diagnosing",
    state: ["modified_files: src/parser.ts", "failure: serializer.test.ts:17"],
    tools: READING,
    observation: short("search-2", "search", "1 match: src/printer-util.ts:12 (a type)"),
    evidence: [],
    excluded: [OLD_PARSER],
    says: "Not there. I search for the printing function itself.",
    call: { id: "search-3", tool: "search", args: { query: "serializeNode" } },
  },
  {
    phase: "diagnosing",
    state: ["modified_files: src/parser.ts", "failure: serializer.test.ts:17"],
    tools: READING,
    observation: short(
      "search-3",
      "search",
      "3 files: src/serializer.ts, src/serializer.test.ts, src/parser.ts",
    ),
    evidence: ["retrieval:src/serializer.test.ts:10-24"],
    excluded: [
      {
        id: "retrieval:src/serializer.ts:44-78",
        kind: "retrieval",
        reason: "budget: evidence is full",
        text: "src/serializer.ts",
      },
      OLD_PARSER,
    ],
    says: "Three files. I run the one test with more output first.",
    call: { id: "test-3", tool: "run_command", args: { command: "pnpm test serializer -- --verbose" } },
  },
  {
    phase: "diagnosing",
    state: ["modified_files: src/parser.ts", "failure: serializer.test.ts:17"],
    tools: READING,
    observation: observation(
      "test-3",
      "run_command",
      'serializer.test.ts:17 received "ab": parts are ["a", "+", "b"] before the join',
      305,
      11_000,
    ),
    evidence: ["retrieval:src/serializer.test.ts:10-24"],
    excluded: [
      log("test-3"),
      {
        id: "retrieval:src/serializer.ts:44-78",
        kind: "retrieval",
        reason: "budget: evidence is full",
        text: "src/serializer.ts",
      },
    ],
    compacted: [{ source: "result:test-2", reference: "artifacts/test-2.txt" }],
    says: "The parts are right before the join. I want the parser's whole function in view once more.",
    call: { id: "search-4", tool: "search", args: { query: "join operator parts" } },
  },
  {
    phase: "diagnosing",
    state: ["modified_files: src/parser.ts", "failure: serializer.test.ts:17"],
    tools: READING,
    observation: short("search-4", "search", "2 files: src/parser.ts:60-140, src/serializer.ts:44-78"),
    evidence: ["retrieval:src/parser.ts:60-140"],
    excluded: [
      {
        id: "retrieval:src/serializer.ts:44-78",
        kind: "retrieval",
        reason: "budget: cut by the token budget after src/parser.ts",
        text: "src/serializer.ts",
      },
    ],
    says: "parseExpression again: I think it joins operators.",
    call: { id: "read-parser-2", tool: "read_file", args: { path: "src/parser.ts", from: 60, to: 140 } },
  },
  {
    phase: "editing",
    state: [
      "modified_files: src/parser.ts",
      "failure: serializer.test.ts:17",
      "plan: change how parseExpression joins operators",
    ],
    tools: EDITING,
    observation: observation(
      "read-parser-2",
      "read_file",
      "src/parser.ts, lines 120 to 131: operators are pushed as they come.",
      306,
      4_000,
    ),
    evidence: ["retrieval:src/parser.ts:60-140"],
    excluded: [
      {
        id: "retrieval:src/serializer.ts:44-78",
        kind: "retrieval",
        reason: "budget: cut by the token budget; src/parser.ts ranked first",
        text: "src/serializer.ts",
      },
      { id: "retrieval:src/serializer.test.ts:10-24", kind: "retrieval", reason: "budget: evidence is full" },
      log("test-3"),
    ],
    says: "I cannot find where the serializer joins, so I patch parseExpression again.",
    call: {
      id: "patch-2",
      tool: "apply_patch",
      args: { patch: "src/parser.ts: join operators with a space" },
    },
  },
];
