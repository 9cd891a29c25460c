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
  /** Marks the inline parts that libraries write, so the browser accepts them. */
  nonce: string | undefined;
  children: ReactNode;
}

/**
 * Shared by the whole app: the theme, the state in the URL, and a cache for fetched data. Its effect runs after the
 * effects of the page, so its mark says that keys and buttons work.
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
