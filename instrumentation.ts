import type { Instrumentation } from "next";
import { isDatabaseAway } from "@/lib/db/away";
import { noteUnavailable } from "@/lib/server/unavailable-pages";

/** Next calls this when a page could not be made. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) => {
  const nonce = headers["x-nonce"];
  if (typeof nonce === "string" && isDatabaseAway(error)) noteUnavailable(nonce);
};
