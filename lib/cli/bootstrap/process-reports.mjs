/** @typedef {import("./supervise.mjs").ProcessState} ProcessState */

/** Tells the app how the other processes of this home are, so that its health can say so. */
export class ProcessReports {
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

  /**
   * Passes on what a process has counted, and that it says anything at all.
   * @param {string} name @param {import("node:child_process").ChildProcess} child
   */
  hear(name, child) {
    child.on("message", (/** @type {{ type?: string }} */ message) => {
      const counts = message.type === "counts" ? message : { type: "heard" };
      this.#pass({ ...counts, name, pid: child.pid });
    });
    return child;
  }

  #send() {
    this.#pass({ type: "processes", states: [...this.#states.values()] });
  }

  /** @param {object} message */
  #pass(message) {
    if (this.#app?.connected) this.#app.send(message, () => {});
  }
}
