import { useState } from "react";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { makeLearnedRule } from "@/lib/view/share/last-look";
import { readApi } from "../data/read-api";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

/** A text that is always masked, or a class that is no longer looked for. */
export type Lesson = { readonly mask: string } | { readonly off: string };

/** Offers to change the rules of the project, for later shares. Nothing is learnt without a click. */
export function TeachButton({ label, lesson }: { label: string; lesson: Lesson }) {
  const [learnt, setLearnt] = useState(false);
  const { busy, error, run } = useAction();
  if (learnt) return <span role="status">The project’s rules say so now.</span>;
  if ("mask" in lesson && makeLearnedRule(lesson.mask) === null) return null;
  return (
    <>
      <button
        type="button"
        className="btn h-6"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            await teach(lesson);
            setLearnt(true);
          })
        }
      >
        {label}
      </button>
      <Refusal message={error} />
    </>
  );
}

async function teach(lesson: Lesson): Promise<void> {
  const { rules, off, on } = await readApi(makeApiRead("/api/v1/redaction-rules", {}));
  const rule = "mask" in lesson ? makeLearnedRule(lesson.mask) : null;
  const body = {
    rules: rule === null ? rules : [...rules.filter(({ pattern }) => pattern !== rule.pattern), rule],
    off: "off" in lesson ? [...off.filter((id) => id !== lesson.off), lesson.off] : off,
    on,
  };
  await sendJson(makeApiWrite("PUT", "/api/v1/redaction-rules", {}, { body }));
}
