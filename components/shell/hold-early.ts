/**
 * An inline script for the beginning of every page. Until the page's own scripts answer, the browser would send a form
 * by itself, with its fields in the address, passwords included, and a click on a button would be lost. The script holds the
 * last form that is sent and the last button that is pressed until then.
 */
export const HOLD_EARLY = `(function () {
  function isEarly() { return !("hydrated" in document.documentElement.dataset); }
  document.addEventListener("submit", function (event) {
    if (!isEarly()) return;
    event.preventDefault();
    self.sightglassSubmit = [event.target, event.submitter];
  }, true);
  document.addEventListener("click", function (event) {
    if (isEarly()) self.sightglassClick = event.target.closest("button[type=button]");
  }, true);
})();`;
