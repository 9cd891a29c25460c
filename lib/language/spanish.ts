import type { OtherLanguage } from "./language";

export const SPANISH: OtherLanguage = {
  code: "es",
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
  courtesy: "no_te_preocupes no_se_preocupe no_pasa_nada no_hay_problema no_importa",
  restrains: "nunca jamás sin ningun[oa]? ningún prohibid\\w* solo sólo no",
  refuses: "nunca jamás ningún prohibid\\w* no",
  frame: "nunca siempre para todos todas",
  takeovers: [
    /\b(?:ignora|olvida)[a-z]{0,3}\b[^.\n]{0,20}\b(?:instrucciones|reglas)\b[^.\n]{0,12}(?:anteriores|previas)/gi,
  ],
};
