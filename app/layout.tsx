import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { Suspense } from "react";
import type { ReactNode } from "react";
import { AlertNews } from "@/components/settings/alert-news";
import { AppHeader } from "@/components/shell/app-header";
import { TourSlot } from "@/components/tour/tour-slot";
import { HOLD_EARLY } from "@/components/shell/hold-early";
import { Providers } from "@/components/shell/providers";
import { getDatabase } from "@/lib/db/client";
import { visitor } from "@/lib/http/page-caller";
import { readAccount } from "@/lib/queries/access/account-view";
import { hasBrowserAlerts } from "@/lib/queries/access/get-alert-news";
import { hasDemo } from "@/lib/queries/session-list/has-demo";
import localFont from "next/font/local";

export const metadata: Metadata = {
  title: { default: "Sightglass", template: "%s · Sightglass" },
  description:
    "What an agent's context window held at every turn, what left it, why, and who still needed it.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

const SKIP =
  "sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:px-3 focus:py-1";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const nonce = asked.get("x-nonce") ?? undefined;
  // A shared page stands alone: it has no links to the rest of the app.
  const alone = asked.get("x-sightglass-path")?.startsWith("/s/") ?? false;
  const [account, tour, alerts] = alone
    ? [null, false, false]
    : await Promise.all([signedIn(), tourIsThere(), alertsAreShown()]);
  return (
    <html lang="en" suppressHydrationWarning className={`${sans.variable} ${mono.variable}`}>
      <body>
        <script nonce={nonce} suppressHydrationWarning>
          {HOLD_EARLY}
        </script>
        <Providers nonce={nonce}>
          {/* A session's view stands below the session's own head and tabs. */}
          <a href="#view" className={`${SKIP} [body:not(:has(#view))_&]:hidden`}>
            Skip to the content
          </a>
          <a href="#main" className={`${SKIP} [body:has(#view)_&]:hidden`}>
            Skip to the content
          </a>
          {!alone && <AppHeader account={account} hasTour={tour} />}
          <main id="main">{children}</main>
          {alerts && <AlertNews />}
          {tour && (
            <Suspense>
              <TourSlot />
            </Suspense>
          )}
        </Providers>
      </body>
    </html>
  );
}

async function tourIsThere(): Promise<boolean> {
  try {
    return await hasDemo(getDatabase(), (await visitor()).project);
  } catch {
    return false;
  }
}

async function alertsAreShown(): Promise<boolean> {
  try {
    return await hasBrowserAlerts(getDatabase(), (await visitor()).project);
  } catch {
    return false;
  }
}

/** A page reports its own access errors. The frame around it only treats the reader as unknown. */
async function signedIn() {
  try {
    return await readAccount(getDatabase(), await visitor());
  } catch {
    return null;
  }
}

/** Geist for Latin letters. Other scripts are shown in the system's own font. */
const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  // A font that comes late waits for the next page: nothing moves under a hand that is about to press.
  display: "optional",
});

const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  // A font that comes late waits for the next page: nothing moves under a hand that is about to press.
  display: "optional",
});
