"use client";

import { createContext, use } from "react";
import type { ReactNode } from "react";

const MayWriteContext = createContext(false);

/** Tells everything below it whether the reader may change what a session has beside it: incidents, notes, shares. */
export function MayWrite({ value, children }: { value: boolean; children: ReactNode }) {
  return <MayWriteContext value={value}>{children}</MayWriteContext>;
}

/** Whether write actions are shown. The server refuses them by itself to whom they are not allowed. */
export function useMayWrite(): boolean {
  return use(MayWriteContext);
}
