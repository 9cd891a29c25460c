import { NotThere } from "@/components/ui/not-there";

export default function ReplayNotFound() {
  return (
    <NotThere title="No such replay" href="/" label="All sessions">
      The session is there, but no replay of it has this id.
    </NotThere>
  );
}
