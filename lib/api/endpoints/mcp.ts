import { z } from "zod";
import { endpoint } from "../endpoint";

export const postMcp = endpoint({
  method: "POST",
  path: "/mcp",
  summary: "The tools of an agent, over the Model Context Protocol",
  description:
    "Streamable HTTP without sessions: every request stands alone. Tools: list_sessions, context_budget, what_left, find_lost, why_not_used, restore, validate_step, replay_policies. With a key that may only read, nothing is recorded and no replay is started.",
  scope: "read",
  body: { "application/json": null },
  response: z.unknown(),
});
