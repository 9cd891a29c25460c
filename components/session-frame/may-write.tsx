"use client";

import { createContext, use } from "react";
import type { ReactNode } from "react";

const MayWriteContext = createContext(false);

export function MayWrite({ value, children }: { value: boolean; children: ReactNode }) {
  return <MayWriteContext value={value}>{children}</MayWriteContext>;
}

/** Whether to show write actions. The server checks the right again. */
export function useMayWrite(): boolean {
  return use(MayWriteContext);
}
