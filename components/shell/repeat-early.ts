interface Held {
  sightglassSubmit?: readonly [form: HTMLFormElement, submitter: HTMLElement | null];
  sightglassClick?: HTMLElement | null;
  sightglassChoice?: readonly [list: HTMLSelectElement, value: string];
}

/** Sends the form, presses the button and makes the choice that were held, once the page answers. */
export function repeatEarly(): void {
  const page = window as Held;
  const { sightglassSubmit: form, sightglassClick: pressed, sightglassChoice: choice } = page;
  delete page.sightglassSubmit;
  delete page.sightglassClick;
  delete page.sightglassChoice;
  if (form?.[0].isConnected === true) form[0].requestSubmit(form[1]);
  if (pressed?.isConnected === true) pressed.click();
  if (choice?.[0].isConnected !== true) return;
  choice[0].value = choice[1];
  choice[0].dispatchEvent(new Event("change", { bubbles: true }));
}
