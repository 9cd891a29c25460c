"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts";

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

interface Held {
  sightglassSubmit?: readonly [form: HTMLFormElement, submitter: HTMLElement | null];
  sightglassClick?: HTMLButtonElement | null;
}

/** Sends the form and presses the button that were held, once the page answers. */
function repeatEarly(): void {
  const page = window as Held;
  const { sightglassSubmit: form, sightglassClick: button } = page;
  delete page.sightglassSubmit;
  delete page.sightglassClick;
  if (form?.[0].isConnected === true) form[0].requestSubmit(form[1]);
  if (button?.isConnected === true) button.click();
}
