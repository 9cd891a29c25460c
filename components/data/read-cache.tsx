"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

const FRESH_MS = 10_000;

let browserClient: QueryClient | null = null;

/**
 * In a browser every part of a page shares it, and it outlives the page. With `apart` it is one of its own, for answers
 * that stand under the addresses of others.
 */
export function ReadCache({ apart = false, children }: { apart?: boolean; children: ReactNode }) {
  const [client] = useState(() => (apart ? newClient() : readClient()));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** On the server every request gets a client of its own, since no reader may see what another one read. */
function readClient(): QueryClient {
  if (typeof window === "undefined") return newClient();
  return (browserClient ??= newClient());
}

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1, refetchOnWindowFocus: false } },
  });
}
