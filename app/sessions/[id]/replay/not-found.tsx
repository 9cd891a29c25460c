import { GoneFromSession } from "@/components/session-frame/gone-from-session";

export default function ReplayNotFound() {
  return (
    <GoneFromSession title="No such replay" view="/replay" label="Replay this session">
      The session exists, but it has no replay with this id.
    </GoneFromSession>
  );
}
