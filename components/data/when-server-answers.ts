import { makeApiRead } from "@/lib/api/request/request";
import { readApi } from "./read-api";

/** Does something if the server answers now. A refresh that finds no server leaves the page for the browser's own error. */
export async function whenServerAnswers(act: () => void): Promise<void> {
  await readApi(makeApiRead("/api/v1/health", {})).then(act, () => undefined);
}
