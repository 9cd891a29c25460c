import type { ModelVendor } from "./entry";
import { MI, MINUTE, describeHiddenTokenizer, ABOVE_200K } from "./entry";

export const GOOGLE: ModelVendor = {
  vendor: "Google",
  sources: ["https://ai.google.dev/gemini-api/docs/models", "https://ai.google.dev/gemini-api/docs/pricing"],
  currency: "USD",
  family: /gemini/,
  tokenizer: describeHiddenTokenizer(1.2),
  tiers: { batch: 0.5, flex: 0.5 },
  cache: { ttlMs: 5 * MINUTE, minPrefix: 2_048, step: 1 },
  models: [
    { id: "gemini-3-1-pro", window: MI, output: 65_536, price: [2, 12, 0.2], long: ABOVE_200K },
    { id: "gemini-3-pro", window: MI, output: 65_536, price: [2, 12, 0.2], long: ABOVE_200K },
    { id: "gemini-3-5-flash", window: MI, output: 65_536, price: [1.5, 9, 0.15] },
    { id: "gemini-3-flash", window: MI, output: 65_536, price: [0.5, 3, 0.05] },
    { id: "gemini-2-5-pro", window: MI, output: 65_536, price: [1.25, 10, 0.125], long: ABOVE_200K },
    { id: "gemini-2-5-flash", window: MI, output: 65_536, price: [0.3, 2.5, 0.03] },
    { id: "gemini-2-5-flash-lite", window: MI, output: 65_536, price: [0.1, 0.4, 0.01] },
    { id: "gemini-2-0-flash", window: MI, output: 8_192, price: [0.1, 0.4, 0.025] },
    { id: "gemini-1-5-pro", window: 2 * MI, output: 8_192 },
    { id: "gemini-1-5-flash", window: MI, output: 8_192 },
  ],
};
