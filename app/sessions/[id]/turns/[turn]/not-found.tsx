import { GoneFromSession } from "@/components/session-frame/gone-from-session";

export default function TurnNotFound() {
  return (
    <GoneFromSession title="No such turn" view="" label="The overview of this session">
      The session exists, but it has no turn with this number.
    </GoneFromSession>
  );
}
