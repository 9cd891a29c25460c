"use client";

import { FailedPage } from "@/components/ui/failed-page";
import { useTryAgain } from "@/components/ui/use-try-again";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const again = useTryAgain(reset);
  return <FailedPage error={error} again={again} />;
}
