import { NotThere } from "@/components/ui/not-there";

export default function LinkNotFound() {
  return (
    <NotThere title="No such link" href="/" label="Sightglass">
      This link was never made, was withdrawn, or is no longer valid.
    </NotThere>
  );
}
