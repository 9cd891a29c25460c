import { makeApiWrite } from "@/lib/api/request/request";
import { deleteSoon } from "../data/delete-soon";

/** Loaded when somebody removes a view: a list carries no code that deletes. */
export function removeViewSoon(view: { id: string; name: string }, bringBack: () => void): void {
  deleteSoon({
    deletes: [makeApiWrite("DELETE", "/api/v1/views/{viewId}", { viewId: view.id })],
    text: `View “${view.name}” removed`,
    onUndo: bringBack,
    onFailed: bringBack,
  });
}
