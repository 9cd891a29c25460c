import type { ModelVendor } from "./entry";
import { K, M, MINUTE, describeHiddenTokenizer } from "./entry";

export const BEDROCK: ModelVendor = {
  vendor: "Amazon and Cohere, on Bedrock",
  sources: [
    "https://docs.aws.amazon.com/nova/latest/userguide/what-is-nova.html",
    "https://docs.aws.amazon.com/bedrock/latest/userguide/model-cards.html",
    "https://aws.amazon.com/bedrock/pricing/",
  ],
  currency: "USD",
  family: /^(nova-(\d|micro|lite|pro|premier)|command-[ra]\b)/,
  tokenizer: describeHiddenTokenizer(1),
  cache: { ttlMs: 5 * MINUTE, minPrefix: 1_024, step: 1 },
  models: [
    { id: "nova-2-lite", window: M, output: 65_535 },
    { id: "nova-premier", window: M },
    { id: "nova-pro", window: 300 * K, price: [0.8, 3.2] },
    { id: "nova-lite", window: 300 * K, price: [0.06, 0.24] },
    { id: "nova-micro", window: 128 * K, price: [0.035, 0.14] },
    { id: "command-a", window: 256 * K },
    { id: "command-r-plus", window: 128 * K, output: 4_096 },
    { id: "command-r", window: 128 * K, output: 4_096 },
  ],
};
