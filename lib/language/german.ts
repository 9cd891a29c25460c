import type { OtherLanguage } from "./language";

export const GERMAN: OtherLanguage = {
  code: "de",
  binds:
    "nie niemals immer stets nur ausschließlich kein(?:e[nmrs]?)? nicht muss muß müssen musst darf dürfen darfst höchstens mindestens maximal verboten untersagt verzicht(?:e|en) vermeid(?:e|en) bevor erst_wenn statt anstatt grundsätzlich ab_jetzt ab_sofort künftig von_nun_an",
  all: "jede[nmrs]? alle[nmrs]? überall sämtliche[nmrs]?",
  before:
    "bitte und aber also wichtig achtung hinweis merke ab_jetzt ab_sofort künftig von_nun_an grundsätzlich dabei",
  verbs:
    "lösch(?:e|en)? änder(?:e|n) frag(?:e|en)? acht(?:e|en) lass(?:e|en)? mach(?:e|en)? send(?:e|en)? schick(?:e|en)? committ?e(?:n)? push(?:e|en)? test(?:e|en) führ(?:e|en)? bearbeit(?:e|en) fass(?:e|en)? rühr(?:e|en)? vermeid(?:e|en)? behalt(?:e|en)? übersetz(?:e|en)? erstell(?:e|en)? nimm füg(?:e|en)? entfern(?:e|en)? setz(?:e|en)? stell(?:e|en)? bleib(?:e|en)? verzicht(?:e|en) überschreib(?:e|en)? veröffentlich(?:e|en)? buch(?:e|en)? überweis(?:e|en)? ruf(?:e|en)? zahl(?:e|en)? bestell(?:e|en)? stornier(?:e|en) verschieb(?:e|en)? kopier(?:e|en) installier(?:e|en) deploy(?:e|en) gib sag(?:e|en)?",
  how: "verwende(?:n)? benutz(?:e|en) nutz(?:e|en) schreib(?:e|en)? antworte(?:n)? runde(?:n)? formatier(?:e|en) halt(?:e|en)? nenn(?:e|en)? zitier(?:e|en) kennzeichne(?:n)? beginn(?:e|en) unterschreib(?:e|en)? gib",
  forbids: "",
  obliges:
    "darf(?:st)? dürfen musst muss muß müssen (?:soll(?:st|en)?|sollt(?:e|en)).{0,60}(?:nie|nicht|nur|immer|kein\\w*) (?:ist|sind).{0,60}(?:verboten|untersagt|tabu|zu_\\p{L}+en)",
  musing:
    "(?:ich|wir)_(?:glaube|denke|meine|vermute|dachte|hoffe|habe|hatte|haben|hatten|war|waren|kann|konnte|konnten|weiß|sehe|nehme_an|frage_mich|bin|würde|würden) vielleicht wahrscheinlich vermutlich anscheinend scheint gestern neulich damals (?:muss|muß|müssen).{0,120}(?:gewesen|worden|haben|sein)[.!]?$",
  once: "diesmal dieses_mal nur_jetzt nur_heute ausnahmsweise einmalig für_diese_(?:antwort|nachricht|frage|runde) in_dieser_(?:antwort|nachricht) noch_(?:nicht|kein(?:e[nmrs]?)?)",
  courtesy: "keine_sorge kein_problem keine_eile macht_nichts",
  restrains: "nicht nie niemals kein\\w* nur verboten tabu ohne unberührt unverändert intakt",
  refuses: "nicht nie niemals kein\\w* verboten",
  frame:
    "bitte niemals immer stets nicht keine keinen keiner keines darf dürfen muss müssen eine einen einer dass",
  takeovers: [
    /\b(?:ignorier(?:e|en|st|t)|vergiss|vergisst|missachte(?:st|t)?)\b[^.\n]{0,30}\b(?:vorherigen?|bisherigen?|obigen?|vorangehenden?|früheren?)\b[^.\n]{0,20}\b(?:anweisungen|regeln|instruktionen|vorgaben)/gi,
  ],
};
