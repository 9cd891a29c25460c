import type OpenAI from "openai";

const order = { type: "object", properties: { order: { type: "number" } }, required: ["order"] };
const reference = { type: "object", properties: { reference: { type: "string" } }, required: ["reference"] };

/** As a real model gets them. */
export const TOOLS: OpenAI.ChatCompletionTool[] = [
  tool("get_order", "The order with its status.", order),
  tool("get_transcript", "What the customer wrote.", order),
  tool("get_terms", "The terms of refunds.", order),
  tool("get_courier", "What the courier knows of the parcel.", order),
  tool("get_customer", "What is known of the customer.", order),
  tool("open_refund", "Refunds the order.", order),
  tool("send_tracking_email", "Mails the customer where the parcel is.", order),
  tool("restore", "Gives the text behind a reference sightglass://… that stands in the messages.", reference),
];

function tool(
  name: string,
  description: string,
  parameters: Record<string, unknown>,
): OpenAI.ChatCompletionTool {
  return { type: "function", function: { name, description, parameters } };
}
