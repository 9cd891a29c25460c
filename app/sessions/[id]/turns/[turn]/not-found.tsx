import { NotThere } from "@/components/ui/not-there";

export default function TurnNotFound() {
  return (
    <NotThere title="No such turn" href="/" label="All sessions">
      The session is there, but this is no number of a turn of it.
    </NotThere>
  );
}
