/**
 * An inline script for the beginning of every page. Until the page's own scripts answer, the browser would send a form
 * by itself, with its fields in the address, passwords included. The script holds the last form that is sent until then.
 */
export const HOLD_EARLY_SUBMIT = `document.addEventListener("submit", function (event) {
  if ("hydrated" in document.documentElement.dataset) return;
  event.preventDefault();
  self.sightglassSubmit = [event.target, event.submitter];
}, true);`;
