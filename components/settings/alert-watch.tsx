import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { makeApiRead } from "@/lib/api/request/request";
import { makeAlertNotice } from "@/lib/view/alerts/alert-model";
import { readApi } from "../data/read-api";
import { ReadCache } from "../data/read-cache";
import { showAlert } from "./browser-notices";

const LOOK_AGAIN_MS = 4_000;

/** Tells of alerts whose rule names the browsers, on every page, also while the page is in the background. */
export default function AlertWatch() {
  return (
    <ReadCache>
      <News />
    </ReadCache>
  );
}

function News() {
  const after = useRef<string | undefined>(undefined);
  const { data } = useQuery({
    queryKey: ["alert news"],
    queryFn: ({ signal }) =>
      readApi(makeApiRead("/api/v1/alerts/news", {}, { after: after.current }), signal),
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  });
  useEffect(() => {
    if (data === undefined) return;
    after.current = data.until;
    for (const alert of data.alerts) showAlert(makeAlertNotice(alert));
  }, [data]);
  return null;
}
