import { createContext, useContext } from "react";

const CursorContext = createContext<number | null>(null);

export const OverviewCursor = CursorContext.Provider;

export function useOverviewCursor(): number | null {
  return useContext(CursorContext);
}
