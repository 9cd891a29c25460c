import { NotThere } from "@/components/ui/not-there";

export default function PageNotFound() {
  return (
    <NotThere title="No such page" href="/" label="All sessions">
      Nothing is at this address.
    </NotThere>
  );
}
