/**
 * An inline script for the beginning of every page. Until the page's own scripts answer, the browser would send a form
 * by itself, with its fields in the address, passwords included, and a press of a button or a box and a choice from a list
 * would be lost. The script holds the last form that is sent, the last button or box that is pressed, and the last choice.
 */
export const HOLD_EARLY = `(function () {
  function isEarly() { return !("hydrated" in document.documentElement.dataset); }
  document.addEventListener("submit", function (event) {
    if (!isEarly()) return;
    event.preventDefault();
    self.sightglassSubmit = [event.target, event.submitter];
  }, true);
  document.addEventListener("click", function (event) {
    if (!isEarly()) return;
    self.sightglassClick = event.target.closest("button[type=button], input[type=checkbox]");
    if (event.target.type === "checkbox") event.preventDefault();
  }, true);
  document.addEventListener("change", function (event) {
    if (isEarly() && event.target.tagName === "SELECT") self.sightglassChoice = [event.target, event.target.value];
  }, true);
})();`;
