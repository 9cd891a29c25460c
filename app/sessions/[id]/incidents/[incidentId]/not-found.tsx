import { NotThere } from "@/components/ui/not-there";

export default function IncidentNotFound() {
  return (
    <NotThere title="No such incident" href="/" label="All sessions">
      The session exists, but this incident does not: it was never made, or it was deleted.
    </NotThere>
  );
}
