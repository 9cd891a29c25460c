"use client";

import "./globals.css";
import { FailedPage } from "@/components/ui/failed-page";

/** Where the frame of all pages broke, as when a menu of its header is of another build. */
export default function FrameErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main id="main">
          <FailedPage error={error} again={reset} />
        </main>
      </body>
    </html>
  );
}
