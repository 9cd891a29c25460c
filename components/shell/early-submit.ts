type Held = readonly [form: HTMLFormElement, submitter: HTMLElement | null];

/** Sends the form that was held, once the page answers. */
export function sendEarlySubmit(): void {
  const page = window as { sightglassSubmit?: Held };
  const held = page.sightglassSubmit;
  delete page.sightglassSubmit;
  if (held?.[0].isConnected === true) held[0].requestSubmit(held[1]);
}
