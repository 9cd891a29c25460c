import { NotThere } from "@/components/ui/not-there";

export default function BlockNotFound() {
  return (
    <NotThere title="No such block" href="/" label="All sessions">
      The session is there, but no block of it has this id.
    </NotThere>
  );
}
