import { askHealth } from "./ask-health";

/** Does something if the server answers now. A refresh that finds no server leaves the page for the browser's own error. */
export async function whenServerAnswers(act: () => void): Promise<void> {
  await askHealth().then(act, () => undefined);
}
