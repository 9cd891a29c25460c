export interface TourStep {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** The part of the page that it tells about: a selector. */
  readonly about: string;
}

const FIGURE = "[data-figure]";
const REFUND = "/sessions/demo-refund-7741";

export const TOUR: readonly TourStep[] = [
  {
    path: "/?q=Refund+agent&examples=in",
    title: "An agent that looked as if it made things up",
    text: "A support agent refused a refund that it should have made. Its row says: one serious finding, and evidence that was gone when it was used. The row opens the session.",
    about: "table",
  },
  {
    path: REFUND,
    title: "What filled the window",
    text: "Every turn as a column, by what its tokens are. The red square marks the turn that went wrong; a click on a turn shows what stood in its window.",
    about: FIGURE,
  },
  {
    path: `${REFUND}/evictions?turn=4`,
    title: "What left, and why",
    text: "One lane for each block, from when it came in to when it left. The order left at turn 4, by a rule that keeps the three newest tool results; nothing stayed in its place.",
    about: FIGURE,
  },
  {
    path: `${REFUND}/plan`,
    title: "Who still needed it",
    text: "Above, the steps that ran; below, the evidence that they stood on. The broken line is the fault: the step “branch” ran without the order that it decided on.",
    about: FIGURE,
  },
  {
    path: `${REFUND}/replay?start=1`,
    title: "What another policy would have kept",
    text: "The same history under policies that the agent could follow: first what to keep, then which policy keeps it, what it costs, and the configuration to copy.",
    about: "[aria-label='Results']",
  },
];

export const TOUR_START = makeStepHref(0);

/** The address of a step. It contains the step's number, so the page can be left, reloaded and sent. */
export function makeStepHref(step: number): string {
  const { path } = TOUR[step] ?? { path: "/" };
  return `${path}${path.includes("?") ? "&" : "?"}tour=${step + 1}`;
}

/** Counted from 0; `null` outside the tour. */
export function findStep(text: string | null): number | null {
  const step = text !== null && /^\d$/.test(text) ? Number(text) - 1 : -1;
  return TOUR[step] === undefined ? null : step;
}
