import { NotThere } from "@/components/ui/not-there";

export default function ComparedSessionNotFound() {
  return (
    <NotThere title="No such session" href="/" label="All sessions">
      One of the two sessions is not in this project: it was never sent here, or it was deleted.
    </NotThere>
  );
}
