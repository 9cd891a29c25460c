import { NotThere } from "@/components/ui/not-there";

export default function TurnNotFound() {
  return (
    <NotThere title="No such turn" href="/" label="All sessions">
      The session exists, but it has no turn with this number.
    </NotThere>
  );
}
