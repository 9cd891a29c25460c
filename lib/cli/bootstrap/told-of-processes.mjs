/** @typedef {import("./supervise.mjs").ProcessState} ProcessState */

/** Tells the app how the other processes of this home are, so that its health can say so. */
export class ToldOfProcesses {
  /** @type {Map<string, ProcessState>} */
  #states = new Map();
  /** @type {import("node:child_process").ChildProcess | null} */
  #app = null;

  /** @param {ProcessState} state */
  note(state) {
    this.#states.set(state.name, state);
    this.#send();
  }

  /**
   * Makes this process the one that is told, from its first word on.
   * @param {import("node:child_process").ChildProcess} app
   */
  tell(app) {
    this.#app = app;
    app.once("message", () => this.#send());
    return app;
  }

  #send() {
    if (this.#app?.connected)
      this.#app.send({ type: "processes", states: [...this.#states.values()] }, () => {});
  }
}
