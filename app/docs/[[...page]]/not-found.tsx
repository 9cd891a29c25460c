import { NotThere } from "@/components/ui/not-there";

export default function PageOfTheDocumentationNotFound() {
  return (
    <NotThere title="No such page of the documentation" href="/docs" label="All documents">
      No document has this name.
    </NotThere>
  );
}
