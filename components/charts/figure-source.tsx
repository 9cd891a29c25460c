"use client";

import { createContext, useContext } from "react";

export interface FigureSource {
  readonly session: string | null;
  readonly policy: string | null;
}

const SourceContext = createContext<FigureSource>({ session: null, policy: null });

export const FigureSourceProvider = SourceContext.Provider;

export function useFigureSource(): FigureSource {
  return useContext(SourceContext);
}
