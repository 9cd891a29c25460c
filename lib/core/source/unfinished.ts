const CHARS_MAX = 2_000;
const SHORT_CHARS = 300;
const STATE =
  "(?:running|in[_ -]?progress|queued|processing|starting|building|deploying|compiling|provisioning|executing|waiting)";
const STATED = new RegExp(`"?(?:status|state|phase|stage)"?\\s*[:=]\\s*"?${STATE}\\b`, "i");
const SAID = new RegExp(
  `^\\W*(?:(?:still|currently|is|job|build|task|run|process|deployment)\\b[^.\\n]{0,60}\\b)?${STATE}\\b|\\bnot (?:yet )?(?:ready|finished|done|complete)`,
  "i",
);
const ELSEWISE =
  /(?:^|[:=]\s*"?)(?:status|état|estado|stato)?\W{0,4}(?:in bearbeitung|wird (?:bearbeitet|ausgeführt|erstellt|verarbeitet)|läuft(?: noch)?|en cours|en (?:curso|proceso|ejecución)|in (?:corso|elaborazione|behandeling)|em (?:andamento|execução|processamento)|bezig)(?!\p{L})/iu;
const CELL =
  /(?:^|\s)(?:ContainerCreating|PodInitializing|Pending|Terminating|Init:\d+\/\d+|[A-Z]+_IN_PROGRESS|(?:PEND|CREAT|UPDAT|DELET|START|PROVISION)ING)(?=\s|$)/;
const PENDING = /"?(?:status|state)"?\s*[:=]\s*"?pending\b|^\W*(?:still )?pending\b/i;

/** Whether a result says that its task is not done. Calling again is then the way to learn when it is. */
export function saysUnfinished(text: string, asksProgress: boolean): boolean {
  const plain = text.trim();
  if (plain.length > CHARS_MAX) return false;
  if (
    CELL.test(plain) ||
    ELSEWISE.test(plain) ||
    STATED.test(plain) ||
    (plain.length <= SHORT_CHARS && SAID.test(plain))
  )
    return true;
  return asksProgress && PENDING.test(plain);
}
