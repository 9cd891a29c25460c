"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts";
import { repeatEarly } from "./repeat-early";

interface Props {
  /** Marks the inline parts that libraries write, so the browser accepts them. */
  nonce: string | undefined;
  children: ReactNode;
}

/**
 * Shared by the whole app: the theme and the state in the URL. Its effect runs after the
 * effects of the page, so its mark says that keys and buttons work.
 */
export function Providers({ nonce, children }: Props) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    repeatEarly();
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
        <NuqsAdapter>{children}</NuqsAdapter>
        <Toasts />
      </ThemeProvider>
    </CSPProvider>
  );
}
