import { GoneFromSession } from "@/components/session-frame/gone-from-session";

export default function IncidentNotFound() {
  return (
    <GoneFromSession title="No such incident" view="/incidents" label="The incidents of this session">
      The session exists, but this incident does not: it was never made, or it was deleted.
    </GoneFromSession>
  );
}
