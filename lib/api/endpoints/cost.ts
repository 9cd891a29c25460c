import { z } from "zod";
import { BREAK_CAUSES } from "@/lib/core/cost/break-causes";
import { REMEDY_KINDS } from "@/lib/core/cost/remedy-kinds";
import { EVICTION_HOWS, SESSION_ROLES, SOURCE_KINDS } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { pendingSchema, statedCostSchema } from "../schemas/session";
import { priceTableSchema } from "./replays";
import { sessionParams } from "./session-params";

const money = z.number().describe("in `currency`");

const partSchema = z
  .object({
    cost: money.describe("all of it"),
    read: money.describe("of it, what was read from the prompt cache"),
    written: money.describe("of it, what was written to the prompt cache"),
    uncached: money.describe("of it, what the prompt cache did not hold"),
  })
  .meta({ id: "CostPart" });

const lifeFields = {
  tokens: z.int().describe("its tokens"),
  cost: money.describe("what it cost in all turns together"),
  new: money.describe("what it cost when it came"),
  carried: money.describe("what it cost to stand there in later turns"),
  rewritten: money.describe("what it cost to pay for it again after it had been in the cache"),
  costAfterLastUse: money.describe("what it cost after the last turn that is known to use it; inferred"),
};

const toolSchema = z.object({
  name: z.string().describe("the name"),
  tokens: z.int().describe("tokens of its schema"),
  calls: z.int().describe("calls of the session"),
  cost: money.describe("what its schema cost in all turns together"),
});

const breakSchema = z
  .object({
    turn: turnField.describe("the turn that read less"),
    before: turnField.describe("the call before it"),
    kept: z.int().describe("tokens that the call before left in the cache"),
    read: z.int().describe("tokens that the turn read from it"),
    lost: z.int().describe("tokens that it could not read any more"),
    rewritten: z.int().describe("tokens that it paid again; what left the window is not paid again"),
    cost: money.nullable().describe("what they cost; null without a price"),
    extra: money.nullable().describe("of that, what reading them would not have cost"),
    idleMs: z.int().nullable().describe("time since the call before; null where unknown"),
    ttlMs: z.int().describe("how long the cache kept what was in it"),
    cause: z.enum(BREAK_CAUSES).describe("why it was lost; `unexplained` where the record shows no reason"),
    at: z
      .object({
        tokens: z.int().describe("tokens of the beginning that was still read"),
        blockId: z.string().nullable().describe("the block that stands there; null where unknown"),
        source: z.enum(SOURCE_KINDS).nullable().default(null).describe("its source kind"),
        label: z.string().nullable().default(null).describe("its label or origin; null for none"),
      })
      .describe("where the unchanged beginning ended"),
    edit: z
      .object({
        blockId: z.string().describe("the first block that is another one than before"),
        source: z.enum(SOURCE_KINDS).nullable().default(null).describe("its source kind"),
        label: z.string().nullable().default(null).describe("its label or origin; null for none"),
        how: z.enum(EVICTION_HOWS).nullable().describe("how it left; null where it came or changed"),
        policy: z.string().nullable().describe("the policy that took it out; null where unknown"),
      })
      .nullable()
      .describe("what the record shows there; null where that is not the cause"),
    tools: z
      .object({
        added: z.array(z.string()).describe("tools that came into the list"),
        removed: z.array(z.string()).describe("tools that left it"),
      })
      .nullable()
      .default(null)
      .describe("how the list of tools changed; null where that is not the cause"),
    standing: z.enum(["proved", "suspected"]).describe("whether the record proves the cause"),
  })
  .meta({ id: "CacheBreak" });

/** What the analysis of a session stores of its own calls. */
export const accountSchema = z.object({
  currency: z.string().nullable().describe("the currency; null where no call has a price"),
  own: money.describe("what its own calls cost"),
  parts: z
    .object({
      new: partSchema.describe("what came into a window for the first time"),
      carried: partSchema.describe("what stood there before"),
      rewritten: partSchema.describe("what had been in the cache and was paid in full once more"),
      residual: partSchema.describe("what the requests held beside the record; can be less than nothing"),
      output: partSchema.describe("the answers"),
    })
    .describe("what was paid for; the sum is what the session's own calls cost"),
  other: money.describe("server tools, calls inside a call, and calls whose price only the source states"),
  calls: z.int().describe("calls with a price"),
  callsTotal: z.int().describe("all calls of the session itself"),
  stated: statedCostSchema
    .unwrap()
    .extend({
      isOfRun: z
        .boolean()
        .default(false)
        .describe("whether it is one sum over the whole run, which can hold calls that the record does not"),
    })
    .nullable()
    .describe("what the source itself says that the calls cost, in US dollars; null where it says nothing"),
  points: z
    .array(
      z.object({
        from: turnField.describe("the first turn"),
        to: turnField.describe("the last turn"),
        new: money,
        carried: money,
        rewritten: money,
        residual: money,
        output: money,
      }),
    )
    .describe("the parts by turn; neighbouring turns together where there are many"),
  breaks: z.array(breakSchema).describe("every turn that lost the cache, in order"),
  carried: z
    .array(
      z
        .object({
          blockId: z.string().describe("the block"),
          source: z.enum(SOURCE_KINDS).describe("its source kind"),
          label: z.string().nullable().describe("its label or origin; null for none"),
          toolName: z.string().nullable().describe("the tool that it belongs to; null for none"),
          toolCallId: z.string().nullable().describe("the call that it belongs to; null for none"),
          ...lifeFields,
          enteredTurn: turnField.describe("the turn at which it came"),
          lastUseTurn: turnField.describe("the last turn that is known to use it; inferred"),
          turns: z.int().describe("turns in which it stood"),
          savedByClearing: money.describe(
            "what clearing it after its last use would have saved, after paying for the broken cache",
          ),
        })
        .meta({ id: "CarriedBlock" }),
    )
    .describe("the blocks that cost most, at most 200"),
  byTool: z
    .array(declareCostGroup("the tool").extend({ calls: z.int().describe("its calls, each once") }))
    .describe("calls and results by tool, the dearest first"),
  byFile: z
    .array(declareCostGroup("the file, as it was named"))
    .default([])
    .describe("what was read from a file and written to it, by file, the dearest first"),
  bySource: z.array(declareCostGroup("the source kind")).describe("blocks by source kind, the dearest first"),
  byPhase: z
    .array(
      z.object({
        phase: z.string().nullable().describe("the phase; null where none was said"),
        turns: z.int().describe("its turns"),
        cost: money.describe("what they cost"),
      }),
    )
    .describe("turns by phase, the dearest first"),
  floor: z
    .object({
      tokens: tokensField.describe("tokens of the first window's floor; null where unknown"),
      provenance: z
        .enum(["tokenized", "inferred", "unavailable"])
        .describe(
          "`inferred` where the record does not show it: what the first window held beside the record",
        ),
      atLeast: tokensField.describe(
        "tokens that were read after more than one loss: so long the unchanged beginning is at least, measured; null for none",
      ),
      cost: money.describe("what it cost in all turns together"),
      rest: money
        .default(0)
        .describe(
          "what the requests held beside the record and beside the floor; less than nothing where the record holds more than was sent",
        ),
      tools: z.array(toolSchema).describe("the tools that were offered with their schemas"),
      servers: z.array(toolSchema).describe("the same by MCP server"),
    })
    .describe("instructions, tool schemas and memory files, which every window holds"),
  compactions: z
    .array(
      z.object({
        turn: turnField.describe("the first turn after it"),
        paid: money.describe("for its call, where that is a turn, and for what was written again"),
        saved: money.describe("for what was not read again until the next one or the end"),
        freed: z.int().describe("tokens that it took out, without its summary"),
      }),
    )
    .describe("what each compaction cost and saved"),
  remedies: z
    .array(
      z
        .object({
          kind: z.enum(REMEDY_KINDS).describe("what it is"),
          title: z.string().describe("what to do"),
          saves: money.describe("what it would have saved, net of what it costs"),
          risk: z.string().describe("what might have been missed"),
          lines: z.array(z.string()).describe("the lines of configuration"),
          policy: z.string().nullable().describe("the policy whose replay shows it; null where none can"),
          options: z
            .record(z.string(), z.json())
            .nullable()
            .default(null)
            .describe("the options of that replay; null for those that the policy has by itself"),
          note: z.string().nullable().describe("why no replay can; null where one can"),
        })
        .meta({ id: "CostRemedy" }),
    )
    .describe("what would have saved most, at most three"),
  rates: z.array(priceTableSchema).describe("the prices that were used, with their source"),
});

function declareCostGroup(what: string) {
  return z.object({
    name: z.string().describe(what),
    blocks: z.int().describe("its blocks"),
    ...lifeFields,
  });
}

const {
  own: _own,
  other: _other,
  parts,
  currency,
  breaks,
  floor,
  stated,
  rates,
  ...priced
} = accountSchema.shape;

const NOT_KNOWN = "null while nothing of the session is worked out";
const NO_PRICE = `${NOT_KNOWN}, and where nothing has a price`;

/** What is a sum of prices, or a list of them. */
function allowNullPrices<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    field.nullable().describe(`${field.description ?? name}; ${NO_PRICE}`),
  ]);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };
}

const { calls, callsTotal, ...lists } = priced;
const { cost: floorCost } = floor.shape;
const unpricedTool = toolSchema.extend({
  cost: money.nullable().describe("what it cost; null without a price"),
});

export const getCost = viewEndpoint({
  path: "/api/v1/sessions/{id}/cost",
  summary: "What a session cost, and why",
  description:
    "Each block of each turn is charged at the rate of its place: read from the cache, written, or neither. " +
    "The parts add up to `total`, which is what the session's own calls cost; `withChildren` has its side calls and its sub-agents too.",
  scope: "read",
  params: sessionParams,
  query: z.object({}),
  response: z.object({
    analysed: z.boolean().describe("whether the bill is of all that was received"),
    analysedAsOfTurn: turnField.nullable().describe("the newest turn in the bill; null where there is none"),
    pending: pendingSchema,
    currency,
    total: money.nullable().describe("of its own calls, as everywhere else; null where nothing has a price"),
    withChildren: money
      .nullable()
      .describe("of its side calls and its sub-agents too; null where some of them could not be asked"),
    ...allowNullPrices({
      parts: parts
        .extend({
          side: partSchema.describe(
            "server tools, calls inside a call, and calls whose price only the source states; side calls with a session of their own are in `children`",
          ),
        })
        .describe("what was paid for; the sum is `total`"),
      ...lists,
    }),
    calls: calls.nullable().describe(`calls with a price; ${NOT_KNOWN}`),
    callsTotal: callsTotal.nullable().describe(`all calls of the session itself; ${NOT_KNOWN}`),
    stated,
    breaks: breaks.nullable().describe(`every turn that lost the cache, in order; ${NOT_KNOWN}`),
    floor: floor
      .extend({
        cost: floorCost
          .nullable()
          .describe("what it cost in all turns together; null where nothing has a price"),
        rest: floor.shape.rest.nullable().describe("what else stood beside the record; null without a price"),
        tools: z.array(unpricedTool).describe("the tools that were offered with their schemas"),
        servers: z.array(unpricedTool).describe("the same by MCP server"),
      })
      .nullable()
      .describe(`instructions, tool schemas and memory files, which every window holds; ${NOT_KNOWN}`),
    rates,
    children: z
      .array(
        z.object({
          id: z.string().describe("the session's id, as `ses_…`"),
          name: z.string().nullable().describe("its name; null for none"),
          role: z.enum(SESSION_ROLES).describe("a sub-agent, or a side call"),
          cost: money.nullable().describe("what its own calls cost; null where unknown"),
        }),
      )
      .describe("the sessions below it"),
  }),
});
