import { NotThere } from "@/components/ui/not-there";

export default function ReplayNotFound() {
  return (
    <NotThere title="No such replay" href="/" label="All sessions">
      The session exists, but it has no replay with this id.
    </NotThere>
  );
}
