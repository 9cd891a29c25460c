import type { FindingKind } from "../rule/finding";

export const INTEGRITY_KINDS = [
  {
    code: "task.lost",
    family: "integrity",
    title: "The task is no longer in the window",
    severity: "serious",
    advice: "Put the task into every window verbatim, and re-inject it with every restart and compaction.",
    source: "checkpoint and restart: the task verbatim is the first thing that a restart has to have",
  },
  {
    code: "checkpoint.lost",
    family: "integrity",
    title: "A restart forgot what its checkpoint had to carry over",
    severity: "serious",
    advice:
      "Write constraints, decisions and open steps word for word into the state, and put the state into the first window.",
    source: "checkpoint and restart: what a restart forgot is compared with what stood before it",
  },
  {
    code: "constraint.lost",
    family: "integrity",
    title: "A constraint did not survive a compaction",
    severity: null,
    advice: "Quote active constraints verbatim in the checkpoint, and re-inject the task on every restart.",
    source: "checkpoint prompt: rules still in force, verbatim; a summary that drops them drops the judgment",
  },
  {
    code: "message.left",
    family: "integrity",
    title: "A call acted on what a message had named that was gone",
    severity: "warning",
    advice: "Keep what users say in the window word for word, or in the state, until what it names is done.",
    source:
      "checkpoint prompt: what users said stays in force; a window without it acts as if it had not been said",
  },
  {
    code: "compaction.lost_identifier",
    family: "integrity",
    title: "A summary dropped what later turns needed",
    severity: "warning",
    advice:
      "Let the summary carry paths, ids and numbers that open steps refer to, or keep the results themselves.",
    source: "summaries preserve the story and lose the values; what later turns use is what had to be kept",
  },
  {
    code: "compaction.changed_number",
    family: "integrity",
    title: "A summary says a number that was another one",
    severity: "serious",
    advice:
      "Copy numbers, ids and amounts into a summary by program, or check them against what leaves the window.",
    source:
      "summaries preserve the story and lose the values: a digit changes and nothing is left to check it against",
  },
  {
    code: "reference.spliced",
    family: "integrity",
    title: "A reference was put together from parts of others",
    severity: "serious",
    advice:
      "Check references against what tools returned before they are published; keep fewer look-alikes in the window.",
    source: "the distractor effect: near-identical results compete, and a splice of two real URLs comes out",
  },
  {
    code: "reference.dead",
    family: "integrity",
    title: "A reference that was left behind leads nowhere",
    severity: "serious",
    advice: "Store what is evicted for as long as its reference may be followed, and test the way back.",
    source: "restoration contract: a reference has to be sufficient to get the content back",
  },
  {
    code: "trust.instruction_in_untrusted",
    family: "integrity",
    title: "Text from outside speaks to the model",
    severity: null,
    advice: "Set foreign text apart and label it as data; never let it reach the instruction layer.",
    source: "trust isolation: logs, pages and tool output are facts at most, never rules",
  },
  {
    code: "trust.instruction_followed",
    family: "integrity",
    title: "The agent acted on what only a foreign text named",
    severity: "warning",
    advice:
      "Let no call send or write to a place that only untrusted text names: ask the person whose task it is.",
    source: "trust isolation: logs, pages and tool output are facts at most, never rules",
  },
  {
    code: "trust.untrusted_in_instruction_layer",
    family: "integrity",
    title: "Untrusted text stands among the instructions",
    severity: "serious",
    advice: "Move it to the layer of tool results or retrieved text, and refer to it from there.",
    source: "trust isolation: what comes from outside is never promoted to the instruction layer",
  },
  {
    code: "stale.superseded",
    family: "integrity",
    title: "An old version of a changed file is still in the window",
    severity: "note",
    advice: "Replace what was read of a file when it is changed, or mark it as outdated.",
    source: "staleness as a reason to exclude: the newest version of a source is the one that counts",
  },
  {
    code: "file.overwritten_unseen",
    family: "integrity",
    title: "A file was written from what was not there",
    severity: "serious",
    advice:
      "Read a file again before it is written whole, or change it with an edit that names what it replaces.",
    source:
      "a payload that left the window is rebuilt from memory, and what memory dropped is dropped from the file",
  },
  {
    code: "tools.all_exposed",
    family: "integrity",
    title: "All tools are offered in every call",
    severity: "note",
    advice: "Offer the tools of the phase; keep the list stable within it so that the cache holds.",
    source: "visible tool set: schemas cost window in every turn, and each is a choice that can go wrong",
  },
  {
    code: "source.buried",
    family: "integrity",
    title: "Evidence used from mid-window",
    severity: "note",
    advice: "Bring what a step needs to the end of the window before the step runs.",
    source: "lost in the middle: accuracy is high at both ends of a window and falls between them",
  },
  {
    code: "gate.failed",
    family: "integrity",
    title: "A gate failed",
    severity: "serious",
    advice: "Bring the rule that the gate checks to the end of the window before the step that it is about.",
    source: "a gate outside the model catches what a constraint deep in the window no longer does",
  },
] as const satisfies readonly FindingKind[];
