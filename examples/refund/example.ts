import type { Example } from "../example";
import { seeded } from "../seeded";
import { refundTask } from "./task";

export const refund: Example = {
  title: "Refund agent",
  folder: "refund",
  taskOf: (seed) => refundTask(seeded(seed)),
};
