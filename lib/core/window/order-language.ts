/**
 * How a language other than English phrases binding orders. Spaces separate words; `_` stands for a space
 * within a word.
 */
interface Tongue {
  readonly language: string;
  readonly binds: string;
  /** Words for all of a kind. They bind only where the order says how to do something each time. */
  readonly all: string;
  readonly before: string;
  /** Verbs that begin an order, and those of them that say how something is done. */
  readonly verbs: string;
  readonly how: string;
  readonly forbids: string;
  readonly obliges: string;
  readonly musing: string;
  readonly once: string;
}

const TONGUES: readonly Tongue[] = [
  {
    language: "de",
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
  },
  {
    language: "fr",
    binds:
      "jamais toujours uniquement seulement exclusivement ne n['’] pas aucune? interdit(?:e?s?) interdiction au_maximum au_plus au_moins avant_(?:de|d['’]|que|chaque|tout) au_lieu_de plutôt_que évite[rz]? doi(?:t|s|vent) devez désormais dorénavant en_aucun_cas sous_aucun_prétexte",
    all: "chaque tous_les toutes_les partout",
    before:
      "s['’]il_te_plaît s['’]il_vous_plaît stp svp merci_de et mais important attention note désormais dorénavant toujours jamais uniquement seulement ne en_aucun_cas sous_aucun_prétexte",
    verbs:
      "supprime[rz]? efface[rz]? modifie[rz]? change[rz]? touche[rz]? demande[rz]? garde[rz]? laisse[rz]? envoie envoye[rz] publie[rz]? pousse[rz]? teste[rz]? exécute[rz]? lance[rz]? évite[rz]? conserve[rz]? traduis traduisez traduire crée[rz]? prends prenez ajoute[rz]? retire[rz]? mets mettez mettre fais faites faire reste[rz]? limite[rz]? respecte[rz]? déploie déploye[rz] achète achete[rz] réserve[rz]? appelle appele[rz] paie paye[rz] déplace[rz]? copie[rz]? installe[rz]? dépasse[rz]?",
    how: "utilise[rz]? emploie employe[rz] écris écrivez écrire réponds répondez répondre arrondis arrondissez arrondir formate[rz]? cite[rz]? indique[rz]? signe[rz]? préfixe[rz]? nomme[rz]? donne[rz]? commence[rz]? termine[rz]?",
    forbids:
      "pas_d(?:e|['’])(?!\\s*(?:problèmes?|soucis?|erreurs?|panique|chance|nouvelles)) interdiction_de défense_de interdit_de",
    obliges:
      "(?:tu|vous|on|nous|il|elle|ils|elles|montants?|\\p{L}+s)_(?:ne_)?(?:dois|devez|doit|doivent|devons) il_(?:ne_)?faut (?:ne|n['’])\\s?(?:peux|pouvez)_(?:pas|que|jamais) (?:est|sont)_interdit(?:e?s?)",
    musing:
      "je_(?:pense|crois|suppose|me|ne_\\p{L}+|n['’]\\p{L}+|peux|vois|me_demande) peut-être probablement apparemment semble doit_avoir devait hier on_dirait n['’](?:a|ont|avait|était|étaient)",
    once: "cette_fois(?:-ci)? pour_cette_(?:fois|réponse|question) dans_cette_réponse dans_ce_message pas_encore exceptionnellement",
  },
  {
    language: "es",
    binds:
      "nunca jamás siempre solo sólo solamente únicamente exclusivamente no ningún ninguna prohibid[oa]s? como_máximo como_mínimo al_menos antes_de en_lugar_de en_vez_de evita evite evitar debes? deben tienes_que a_partir_de_ahora de_ahora_en_adelante bajo_ninguna_circunstancia en_ningún_caso",
    all: "cada todos_los todas_las siempre_que",
    before:
      "por_favor y pero importante nota a_partir_de_ahora de_ahora_en_adelante no nunca jamás siempre solo sólo únicamente bajo_ninguna_circunstancia en_ningún_caso",
    verbs:
      "borr(?:a|e|es|ar) elimin(?:a|e|es|ar) modific(?:a|ar) modifiques? cambi(?:a|e|es|ar) toca toques? tocar pregunt(?:a|e|es|ar) pregúntame mantén mantenga mantener conserv(?:a|e|ar) dej(?:a|e|es|ar) envía envíes? enviar public(?:a|ar) publiques? sube suba subas ejecut(?:a|e|es|ar) evit(?:a|e|es|ar) traduce traduzca traduzcas cre(?:a|e|es|ar) tom(?:a|e|es) añad(?:e|a|as|ir) agreg(?:a|ar) quit(?:a|e|es|ar) pon ponga pongas haz haga hagas hacer limit(?:a|e|es|ar) respet(?:a|e|es|ar) despliega despliegues? compr(?:a|e|es|ar) reserv(?:a|e|es|ar) llam(?:a|e|es|ar) paga pagues? pagar mueve muevas? mover copi(?:a|e|es|ar) instal(?:a|e|es|ar)",
    how: "us(?:a|e|es|ar) utilic(?:e|es) utiliz(?:a|ar) escrib(?:e|a|as|ir) respond(?:e|a|as|er) redonde(?:a|e|es|ar) formate(?:a|e|es|ar) cit(?:a|e|es|ar) indic(?:a|ar) indiques? firm(?:a|e|es|ar) nombr(?:a|e|es|ar) trabaj(?:a|e|es|ar) empieza empiece termin(?:a|e|es|ar) da dé",
    forbids: "nada_de prohibido_\\p{L}+r está_prohibido",
    obliges:
      "(?:tú|usted|se|no|nunca|siempre|\\p{L}+s)_(?:debes?|deben|puedes|pueden|puede) debes? tienes_que hay_que está(?:n)?_prohibid[oa]s?",
    musing:
      "(?:yo_)?(?:creo|pienso|supongo|imagino|espero|dudo|pensaba|creía|me_pregunto) quizás? tal_vez probablemente parece al_parecer ayer debe_(?:haber|de_haber|ser) debía (?:no|nunca)_(?:ha|han|había|he|pude|pudo|funcion[aó]\\p{L}*|está|es|sé|veo|puedo|podía)",
    once: "esta_vez por_esta_vez solo_por_ahora en_esta_respuesta en_este_mensaje para_esta_respuesta todavía_no aún_no excepcionalmente",
  },
  {
    language: "it",
    binds:
      "mai sempre solo soltanto solamente esclusivamente non nessun[oa]? vietat[oaie] al_massimo almeno prima_di invece_di anziché evita(?:re)? eviti deve devi devono d['’]ora_in_poi in_nessun_caso",
    all: "ogni tutti_i tutti_gli tutte_le",
    before: "per_favore e ma importante nota d['’]ora_in_poi non mai sempre solo soltanto in_nessun_caso",
    verbs:
      "cancell(?:a|are|i) elimin(?:a|are|i) modific(?:a|are|hi) cambi(?:a|are)? tocc(?:a|are|hi) chied(?:i|ere|a|imi) manten(?:ere|ga) mantieni conserv(?:a|are|i) lasci(?:a|are)? invi(?:a|are)? mand(?:a|are|i) pubblic(?:a|are|hi) esegu(?:i|ire|a) evit(?:a|are|i) traduc(?:i|a) tradurre cre(?:a|are|i) aggiung(?:i|ere|a) togli(?:ere)? mett(?:i|ere|a) fai fare limit(?:a|are|i) rispett(?:a|are|i) compr(?:a|are|i) prenot(?:a|are|i) chiam(?:a|are|i) pag(?:a|are|hi) spost(?:a|are|i) copi(?:a|are)? install(?:a|are|i)",
    how: "us(?:a|are|i) utilizz(?:a|are|i) scriv(?:i|ere|a) rispond(?:i|ere|a) arrotond(?:a|are|i) formatt(?:a|are|i) cit(?:a|are|i) indic(?:a|are|hi) firm(?:a|are|i) dai",
    forbids: "vietato_\\p{L}+re è_vietato niente_\\p{L}+i_nel",
    obliges: "(?:non_)?(?:devi|deve|devono|dovete) non_(?:puoi|potete|può) (?:è|sono)_vietat[oaie]",
    musing:
      "(?:io_)?(?:credo|penso|suppongo|immagino|spero|mi_chiedo|pensavo) forse probabilmente sembra pare ieri deve_(?:essere|aver) non_(?:ho|ha|hanno|aveva|è|sono|so|vedo|riesco|funziona)",
    once: "questa_volta per_questa_volta in_questa_risposta in_questo_messaggio non_ancora eccezionalmente",
  },
  {
    language: "pt",
    binds:
      "nunca jamais sempre só somente apenas exclusivamente não nenhuma? proibid[oa]s? no_máximo pelo_menos antes_de em_vez_de ao_invés_de evite evitar deve devem de_agora_em_diante a_partir_de_agora em_hipótese_alguma",
    all: "cada todos_os todas_as",
    before:
      "por_favor e mas importante nota de_agora_em_diante a_partir_de_agora não nunca jamais sempre só somente apenas",
    verbs:
      "apag(?:ue|ues|ar) exclu(?:a|ir) elimin(?:e|ar) alter(?:e|ar) modifi(?:que|car) mud(?:e|ar) toque tocar pergunt(?:e|a|ar) manten(?:ha) conserv(?:e|ar) deix(?:e|ar) envi(?:e|ar) publi(?:que|car) execut(?:e|ar) evit(?:e|ar) traduz(?:a|ir) cri(?:e|ar) adicion(?:e|ar) remov(?:a|er) coloque faça fazer limit(?:e|ar) respeit(?:e|ar) compr(?:e|ar) reserv(?:e|ar) cham(?:e|ar) lig(?:ue|ar) pag(?:ue|ar) mov(?:a|er) copi(?:e|ar) instal(?:e|ar)",
    how: "us(?:e|a|ar) utiliz(?:e|ar) escrev(?:a|e|er) respond(?:a|e|er) arredond(?:e|a|ar) format(?:e|ar) cit(?:e|ar) indi(?:que|car) assin(?:e|ar) dê",
    forbids: "é_proibido proibido_\\p{L}+r nada_de",
    obliges: "(?:não_)?dev(?:e|em|es)_\\p{L}+r não_pod(?:e|em|es)_\\p{L}+r (?:é|são)_proibid[oa]s?",
    musing:
      "(?:eu_)?(?:acho|penso|suponho|imagino|espero|achava) talvez provavelmente parece ontem deve_(?:ter|ser) não_(?:foi|é|está|sei|vejo|consigo|funciona|tem|tinha)",
    once: "desta_vez só_desta_vez nesta_resposta nesta_mensagem ainda_não excepcionalmente",
  },
  {
    language: "nl",
    binds:
      "nooit altijd alleen uitsluitend enkel niet geen moet(?:en)? mag mogen maximaal hoogstens minstens verboden voordat in_plaats_van vermijd voortaan onder_geen_beding in_geen_geval",
    all: "elke? iedere? alle overal",
    before: "alsjeblieft alstublieft graag en maar belangrijk let_op voortaan nooit altijd alleen",
    verbs:
      "verwijder wis wijzig verander raak kom vraag laat stuur verstuur publiceer push commit test voer vermijd bewaar vertaal maak neem voeg haal zet doe blijf beperk koop boek bel betaal verplaats kopieer installeer",
    how: "gebruik schrijf antwoord rond formatteer citeer noem onderteken geef houd hou begin",
    forbids: "geen_\\p{L}+_(?:in|op|voor|zonder|na)",
    obliges: "(?:je|u|we|men|\\p{L}+en)_(?:mag|mogen|moet|moeten) (?:is|zijn).{0,40}verboden",
    musing:
      "ik_(?:denk|geloof|vermoed|hoop|dacht|heb|had|was|kan|kon|weet|zie) misschien waarschijnlijk blijkbaar lijkt gisteren moet.{0,80}(?:zijn|hebben)[.!]?$",
    once: "deze_keer alleen_nu in_dit_antwoord voor_dit_antwoord nog_niet bij_uitzondering",
  },
];

interface Read {
  readonly language: string;
  readonly binds: RegExp;
  readonly all: RegExp;
  readonly opens: RegExp;
  readonly how: RegExp;
  readonly obliges: RegExp;
  readonly not: RegExp;
}

function words(list: string): string {
  return list
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.replaceAll("_", "\\s+"))
    .join("|");
}

function anywhere(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(list)})(?![\\p{L}])`, "iu");
}

const READ: readonly Read[] = TONGUES.map((tongue) => {
  const start = `^(?:(?:${words(tongue.before)})[,:!]?\\s+|n['’])*`;
  const end = "(?![\\p{L}])";
  const forbids = tongue.forbids === "" ? "" : `|^(?:${words(tongue.forbids)})`;
  return {
    language: tongue.language,
    binds: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(tongue.binds)})(?:(?<=['’])|(?![\\p{L}]))`, "iu"),
    all: anywhere(tongue.all),
    opens: new RegExp(`${start}(?:${words(`${tongue.verbs} ${tongue.how}`)})${end}${forbids}`, "iu"),
    how: new RegExp(`${start}(?:${words(tongue.how)})${end}`, "iu"),
    obliges: anywhere(tongue.obliges),
    not: new RegExp(
      `\\?\\s*$|(?<![\\p{L}\\p{N}])(?:${words(`${tongue.musing} ${tongue.once}`)})(?![\\p{L}])`,
      "iu",
    ),
  };
});

const INFINITIVE =
  /(?<!\p{L})(?:nie|niemals|immer|stets|nur|ausschließlich|kein(?:e[nmrs]?)?|nicht|auf keinen fall|unter keinen umständen|ab sofort|künftig)(?!\p{L}).{0,200}(?<!\p{L})\p{L}{2,24}(?:en|ern|eln)[.!]?$/iu;
const FINITE =
  /(?<!\p{L})(?:ist|sind|war|waren|hat|haben|hatte|hatten|wurde|wurden|wird|werden|kann|können|konnte|konnten|gibt|läuft|laufen|geht|gehen|ich|wir|er|es|bleibt|steht|stehen|fehlt|fehlen|schlägt|schlagen)(?!\p{L})/iu;

const ENGLISH =
  /\b(?:the|of|this|that|these|those|and|with|you|your|instead|my|from|other|one|them|please|not|all|every|any)\b/i;

/** `null` for a sentence that binds later turns in none of the languages. */
export function languageOfOrder(sentence: string): string | null {
  if (ENGLISH.test(sentence)) return null;
  for (const { language, binds, all, opens, how, obliges, not } of READ) {
    if (not.test(sentence)) continue;
    if (language === "de" && INFINITIVE.test(sentence) && !FINITE.test(sentence)) return language;
    if (binds.test(sentence) && (opens.test(sentence) || obliges.test(sentence))) return language;
    if (how.test(sentence) && all.test(sentence)) return language;
  }
  return null;
}
