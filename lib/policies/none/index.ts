import { z } from "zod";
import { definePolicy } from "../contract/policy";

export const none = definePolicy({
  kind: "none",
  version: "1",
  title: "Append only",
  vendor: "Baseline",
  compared: { clearing: () => ({}) },
  source: "By definition: nothing ever leaves.",
  checked: null,
  malformed: null,
  keepEverything: {},
  options: z.object({}),
  state: z.object({}),
  step: () => ({ changes: [] }),
});
