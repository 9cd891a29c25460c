import { NotThere } from "@/components/ui/not-there";

export default function SessionNotFound() {
  return (
    <NotThere title="No such session" href="/" label="All sessions">
      No session of this project has this id: it was never sent here, or it was deleted.
    </NotThere>
  );
}
