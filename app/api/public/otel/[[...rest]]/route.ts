import { database } from "@/lib/db/client";
import { refuseUnknownPath } from "@/lib/pipeline/receive/otlp/unknown-path";

const refuse = refuseUnknownPath(database);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
