import type { Instrumentation } from "next";
import { isDatabaseAway } from "@/lib/db/away";
import { noteUnavailable } from "@/lib/server/unavailable-pages";

/** Next calls it when a page failed. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) => {
  const nonce = headers["x-nonce"];
  if (typeof nonce === "string" && isDatabaseAway(error)) noteUnavailable(nonce);
};
