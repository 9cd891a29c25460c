import { createContext, useContext } from "react";
import { useRouter } from "next/navigation";
import { readApi } from "./read-api";

export type AnswerReader = typeof readApi;

interface Reader {
  readonly read: AnswerReader;
  /** Whether the page is a share: it has no other page and no server to ask. */
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

/** In a share the function does nothing. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  const { frozen } = useContext(ReaderContext);
  return (path) => {
    if (!frozen) router.push(path);
  };
}
