"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts";

const FRESH_MS = 10_000;

interface Props {
  /** Marks the few inline parts that libraries write as the server's own. */
  nonce: string | undefined;
  children: ReactNode;
}

/**
 * What the whole app shares: the theme, state in the URL, and a cache for what is fetched while looking. Its effect runs
 * after those of the page, so the mark it leaves says that keys and buttons work.
 */
export function Providers({ nonce, children }: Props) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1, refetchOnWindowFocus: false } },
      }),
  );
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <CSPProvider {...(nonce !== undefined && { nonce })}>
      <ThemeProvider
        attribute="class"
        defaultTheme="system"
        enableSystem
        disableTransitionOnChange
        {...(nonce !== undefined && { nonce })}
      >
        <QueryClientProvider client={client}>
          <NuqsAdapter>{children}</NuqsAdapter>
          <Toasts />
        </QueryClientProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}
