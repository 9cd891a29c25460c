import { NotThere } from "@/components/ui/not-there";

export default function IncidentNotFound() {
  return (
    <NotThere title="No such incident" href="/" label="All sessions">
      The session is there, but it has no such incident: it was never made, or it was deleted.
    </NotThere>
  );
}
