import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { CODE, prose } from "./filler";

export const CANDIDATES: readonly { readonly round: number; readonly block: BlockStatement }[] = [
  retrieved(
    3,
    "src/parser.test.ts:30-48",
    'it("keeps a leading space", () => {\n  expect(parse(" a").text).toBe(" a"); // line 42: expected 3 received 2\n});',
  ),
  retrieved(
    3,
    "src/parser.ts:88-126",
    `export function parseExpression(tokens) {\n  // boundary handling\n${prose(CODE, 31, 900)}\n}`,
  ),
  retrieved(3, "docs/parser-design.md#edge-cases", prose(CODE, 32, 700)),
  retrieved(3, "dist/generated/parser.js", prose(CODE, 33, 2_200)),
  retrieved(3, "old/legacy-parser.ts", prose(CODE, 34, 1_800)),
  retrieved(
    10,
    "src/serializer.ts:44-78",
    `export function serializeNode(node) {\n  return node.parts.map(print).join(""); // joins without the operator's own space\n${prose(CODE, 35, 1_700)}\n}`,
  ),
  retrieved(
    10,
    "src/serializer.test.ts:10-24",
    'it("prints a sum", () => {\n  expect(serialize(sum)).toBe("a+b"); // line 17: received "ab"\n});',
  ),
  retrieved(
    10,
    "src/parser.ts:60-140",
    `export function parseExpression(tokens) {\n${prose(CODE, 36, 2_600)}\n}`,
  ),
];

function retrieved(round: number, place: string, content: string): { round: number; block: BlockStatement } {
  const path = place.replace(/[:#].*$/s, "");
  return {
    round,
    block: { id: `retrieval:${place}`, kind: "retrieval", label: place, content, origin: { path } },
  };
}
