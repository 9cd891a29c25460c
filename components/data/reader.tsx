"use client";

import { createContext, useContext } from "react";
import { useRouter } from "next/navigation";
import { readApi } from "./read-api";

/** Reads what a part of a page shows: from the server, or from what is behind a link. */
export type AnswerReader = typeof readApi;

interface Reader {
  readonly read: AnswerReader;
  /** Whether there is nothing beyond what is at hand: no other page to open, no server to ask. */
  readonly frozen: boolean;
}

const ReaderContext = createContext<Reader>({ read: readApi, frozen: false });

export const FrozenReader = ReaderContext.Provider;

export function useRead(): AnswerReader {
  return useContext(ReaderContext).read;
}

export function useFrozen(): boolean {
  return useContext(ReaderContext).frozen;
}

/** Opens another page; does nothing where there is none to open. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  const { frozen } = useContext(ReaderContext);
  return (path) => {
    if (!frozen) router.push(path);
  };
}
