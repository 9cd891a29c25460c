import { createContext, useContext } from "react";

const CursorContext = createContext<number | null>(null);

/** The cursor's turn, for the few parts of the overview that it changes. */
export const OverviewCursor = CursorContext.Provider;

export function useOverviewCursor(): number | null {
  return useContext(CursorContext);
}
