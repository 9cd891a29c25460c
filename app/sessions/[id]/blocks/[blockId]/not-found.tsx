import { NotThere } from "@/components/ui/not-there";

export default function BlockNotFound() {
  return (
    <NotThere title="No such block" href="/" label="All sessions">
      The session exists, but it has no block with this id.
    </NotThere>
  );
}
