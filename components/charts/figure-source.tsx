"use client";

import { createContext, useContext } from "react";

/** Describes the source of an exported figure: its session and the policy of that session. */
export interface FigureSource {
  readonly session: string | null;
  readonly policy: string | null;
}

const SourceContext = createContext<FigureSource>({ session: null, policy: null });

export const FigureSourceProvider = SourceContext.Provider;

export function useFigureSource(): FigureSource {
  return useContext(SourceContext);
}
