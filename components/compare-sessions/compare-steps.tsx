import { describeShownSteps } from "@/lib/view/compare-sessions/model";
import type { CompareSessionsModel } from "@/lib/view/compare-sessions/model";

interface Props {
  model: Pick<CompareSessionsModel, "steps" | "stepsTotal">;
  at: number;
  onOpen: (step: number) => void;
}

export function CompareSteps({ model: { steps, stepsTotal }, at, onOpen }: Props) {
  return (
    <section aria-label="Steps" className="mt-6">
      <h2 className="font-medium">Steps</h2>
      {steps.length < stepsTotal && (
        <p className="text-xs text-ink-3">{describeShownSteps(steps.length, stepsTotal)}</p>
      )}
      <div className="mt-1 max-h-[32rem] overflow-auto" tabIndex={0} role="region" aria-label="Aligned steps">
        <table className="w-full text-xs">
          <thead className="sticky top-0 bg-surface">
            <tr className="border-b border-line-strong text-ink-3">
              <th scope="col" className="px-2 py-1 text-right">
                A
              </th>
              <th scope="col" className="px-2 py-1 text-right">
                B
              </th>
              <th scope="col" className="px-2 py-1 text-left">
                Step
              </th>
              <th scope="col" className="px-2 py-1 text-right max-sm:hidden">
                Window A
              </th>
              <th scope="col" className="px-2 py-1 text-right max-sm:hidden">
                Window B
              </th>
              <th scope="col" className="px-2 py-1 text-right">
                B − A
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, i) => (
              <tr key={step.key} className={`border-b border-line ${i === at ? "bg-sunken" : ""}`}>
                <td className="num px-2 text-right">{step.a ?? "–"}</td>
                <td className="num px-2 text-right">{step.b ?? "–"}</td>
                <td className="max-w-0 truncate px-2 py-1" dir="auto" style={{ width: "60%" }}>
                  {step.a !== null && step.b !== null ? (
                    <button
                      type="button"
                      className="max-w-full truncate text-accent hover:underline"
                      aria-current={i === at ? "step" : undefined}
                      onClick={() => onOpen(i)}
                    >
                      {step.label === "" ? `turns ${step.a} and ${step.b}` : step.label}
                    </button>
                  ) : (
                    <>
                      <span className="mr-2 text-ink-3">only in {step.a === null ? "B" : "A"}</span>
                      {step.label}
                    </>
                  )}
                </td>
                <td className="num px-2 text-right max-sm:hidden">{step.windowA}</td>
                <td className="num px-2 text-right max-sm:hidden">{step.windowB}</td>
                <td className="num px-2 text-right">{step.difference}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
