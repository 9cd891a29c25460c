"use client";

import { createContext, useContext } from "react";

/** What figures say of themselves when they are taken away: whose they are, and under which policy that ran. */
export interface FigureSource {
  readonly session: string | null;
  readonly policy: string | null;
}

const SourceContext = createContext<FigureSource>({ session: null, policy: null });

export const FigureSourceProvider = SourceContext.Provider;

export function useFigureSource(): FigureSource {
  return useContext(SourceContext);
}
