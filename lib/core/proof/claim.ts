import { z } from "zod";
import { EVICTION_HOWS, MODES, SOURCE_KINDS, TRUST_LEVELS } from "../vocabulary";

const scalar = z.union([z.string().max(400), z.number(), z.boolean(), z.null()]);
const describeName = <Name extends string>(name: Name, description: string) =>
  z.literal(name).describe(description);
const turn = z.int().min(0).describe("index of the turn");
const block = z.string().max(200).describe("id of the block");
const value = z.string().min(1).max(400).describe("the value, as the trace writes it");
const kind = z.enum(SOURCE_KINDS).describe("kind of the blocks");
const tool = z.string().describe("name of the tool");
const how = z.enum(EVICTION_HOWS).describe("how it left");
const event = z.string().describe("type of the record");
const describeSaid = (least: number) => z.array(scalar).min(least).max(8).describe("values of its fields");
const pair = z.tuple([block, block]).describe("ids of the two blocks");
const point = z.strictObject({ turn, block: block.optional() });

/** What a count is of. `from` and `to` are turns, both included. */
const countedSchema = z.union([
  z
    .strictObject({
      in: describeName("window", "what is counted"),
      turn,
      block: block.optional(),
      kind: kind.optional(),
      tool: tool.optional(),
      callId: z.string().optional().describe("id of the call"),
      trust: z.enum(TRUST_LEVELS).optional().describe("how far it is trusted"),
      error: z.boolean().optional().describe("whether it is an error"),
      blank: z.boolean().optional().describe("whether it shows no text"),
      after: block.optional(),
    })
    .describe("blocks of the window of a turn; with `after`, those that came into the session later than it"),
  z
    .strictObject({
      in: describeName("session", "what is counted"),
      named: z.string().min(1).max(400).describe("the name"),
    })
    .describe("blocks of the session that have this id, call, path, page or artifact"),
  z
    .strictObject({
      in: describeName("made", "what is counted"),
      from: turn,
      to: turn,
      kind: kind.optional(),
      tool: tool.optional(),
      block: block.optional(),
    })
    .describe("blocks that the model made in these turns"),
  z
    .strictObject({ in: describeName("calls-like", "what is counted"), block, from: turn, to: turn })
    .describe("calls of these turns with the tool and the arguments of one call"),
  z
    .strictObject({ in: describeName("failed", "what is counted"), from: turn, to: turn })
    .describe("turns whose call failed"),
  z
    .strictObject({ in: describeName("left", "what is counted"), turn, how: how.optional() })
    .describe("blocks that left the window at a turn"),
  z
    .strictObject({ in: describeName("tools", "what is counted"), turn, tool: tool.optional() })
    .describe("tools that the turn offered, or those of one name"),
  z
    .strictObject({ in: describeName("edits", "what is counted"), turn })
    .describe("edits that the provider says it made of the turn's window"),
  z
    .strictObject({
      in: describeName("records", "what is counted"),
      event,
      from: turn,
      to: turn,
      says: describeSaid(0).optional(),
    })
    .describe("records of one type, with all of these values, that the harness sent in these turns"),
]);

/** Which number of a turn: tokens, `null` in a session where the source gives none. */
export const USAGE_FIGURES = [
  "window",
  "delta",
  "input",
  "cache-read",
  "cache-write",
  "output",
  "budget",
  "context-window",
] as const;

/**
 * One statement about the stored windows, which a small checker decides without knowing the rule that made it.
 * Turns are indexes, blocks are ids, spans are offsets into the text that the block shows.
 */
export const claimSchema = z.discriminatedUnion("is", [
  z
    .strictObject({ is: describeName("present", "what is stated"), value, turn, block: block.optional() })
    .describe("the window of the turn says the value; with a block, this block of it does"),
  z
    .strictObject({
      is: describeName("absent", "what is stated"),
      value,
      turn,
      until: turn.optional(),
      block: block.optional(),
    })
    .describe(
      "no block of the window of the turn says the value, in any spelling; with `until`, of no window up to there; with a block, this block does not",
    ),
  z
    .strictObject({
      is: describeName("left", "what is stated"),
      block,
      turn,
      how: how.optional(),
      as: z.enum(MODES).optional().describe("the mode in which it still stands"),
    })
    .describe("the block stood in the window before this turn and no longer does, or only in the mode `as`"),
  z
    .strictObject({
      is: describeName("stands", "what is stated"),
      block,
      turn,
      mode: z.enum(MODES).optional().describe("the mode in which it stands"),
    })
    .describe("the block stands in the window of the turn"),
  z
    .strictObject({ is: describeName("used", "what is stated"), value, turn, block })
    .describe("the model's call or answer of the turn says the value"),
  z
    .strictObject({ is: describeName("equal", "what is stated"), blocks: pair })
    .describe(
      "the two blocks have the same text, but for white space within and after their lines and what the harness writes around it",
    ),
  z
    .strictObject({ is: describeName("same-arguments", "what is stated"), blocks: pair })
    .describe("the two calls name the same tool and the same arguments"),
  z
    .strictObject({ is: describeName("same-error", "what is stated"), blocks: pair })
    .describe(
      "the two results are errors and say the same, but for numbers, times, places and what their calls gave",
    ),
  z
    .strictObject({ is: describeName("same-missing", "what is stated"), blocks: pair })
    .describe(
      "the two results say of the same file, folder or program that it is not there, and their calls name it",
    ),
  z
    .strictObject({ is: describeName("failed", "what is stated"), block })
    .describe(
      "the call of the result failed: the record says so, or the code or the fields of the answer do",
    ),
  z
    .strictObject({ is: describeName("same-attempt", "what is stated"), blocks: pair })
    .describe(
      "the two calls try the same: of a shell the same last command, whatever reads its output, of a tool that changes a file the same file, else the same arguments",
    ),
  z
    .strictObject({
      is: describeName("shares-lines", "what is stated"),
      blocks: pair,
      n: z.int().min(1).describe("how many lines"),
    })
    .describe(
      "so many or more of the lines of the second block stand in the first, but for their numbers; lines count once, and those without a letter or digit not at all",
    ),
  z
    .strictObject({
      is: describeName("count", "what is stated"),
      n: z.int().min(0).describe("how many"),
      atLeast: z.boolean().optional().describe("whether there may be more"),
      of: countedSchema.describe("what is counted, and where"),
    })
    .describe("there are so many"),
  z
    .strictObject({
      is: describeName("usage", "what is stated"),
      turn,
      until: turn.optional(),
      of: z.enum(USAGE_FIGURES).or(kind).describe("which number"),
      atLeast: z.int().optional().describe("tokens"),
      atMost: z.int().optional().describe("tokens"),
    })
    .describe("a number of tokens of the turn, or of each turn up to `until`, lies between these bounds"),
  z
    .strictObject({ is: describeName("declared", "what is stated"), event, turn, says: describeSaid(1) })
    .describe(
      "one record that the harness sent at the turn has all of these values; what starts a session is a record of its first turn",
    ),
  z
    .strictObject({
      is: describeName("compared", "what is stated"),
      turn,
      before: turn.describe("the earlier turn"),
      of: z.enum(["window", "tools", "model"]).describe("what of the two turns is compared"),
      same: z.boolean().describe("whether it is the same"),
      block: block.optional(),
    })
    .describe(
      "what the two turns were sent is the same, or is not: the whole earlier window at the beginning of the later one, the tools that were offered, or the model; with a block, the windows differ first there",
    ),
  z
    .strictObject({
      is: describeName("pause", "what is stated"),
      turn,
      before: turn.describe("the earlier turn"),
      atLeast: z.int().optional().describe("milliseconds"),
      atMost: z.int().optional().describe("milliseconds"),
    })
    .describe("the time between the beginnings of the two calls lies between these bounds"),
  z
    .strictObject({
      is: describeName("order", "what is stated"),
      first: point.describe("what came first"),
      then: point.describe("what came after it"),
    })
    .describe("the one came before the other, by turn and then by place in the session"),
]);

export type Claim = z.output<typeof claimSchema>;
export type ClaimOf<Is extends Claim["is"]> = Extract<Claim, { is: Is }>;
export type Counted = z.output<typeof countedSchema>;

/** A finding has at most so many claims: enough to prove it, few enough to read. */
export const CLAIMS_MAX = 40;
