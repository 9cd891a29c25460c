import { NotThere } from "@/components/ui/not-there";

export default function LinkNotFound() {
  return (
    <NotThere title="This link leads nowhere" href="/" label="Sightglass">
      It was revoked, has expired, was used up, or never existed. Ask the sender for a new one.
    </NotThere>
  );
}
