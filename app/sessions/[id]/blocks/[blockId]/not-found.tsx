import { GoneFromSession } from "@/components/session-frame/gone-from-session";

export default function BlockNotFound() {
  return (
    <GoneFromSession title="No such block" view="/evictions" label="The blocks of this session">
      The session exists, but it has no block with this id.
    </GoneFromSession>
  );
}
