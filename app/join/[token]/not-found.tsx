import { NotThere } from "@/components/ui/not-there";

export default function InvitationNotFound() {
  return (
    <NotThere title="This link leads nowhere" href="/" label="Sightglass">
      It was used, has expired, or never existed. Ask an owner of the project for a new one.
    </NotThere>
  );
}
