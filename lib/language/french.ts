import type { OtherLanguage } from "./language";

export const FRENCH: OtherLanguage = {
  code: "fr",
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
  courtesy: "ne_t['’]inquiète ne_vous_inquiétez ne_te_dérange pas_de_(?:souci|problème) pas_la_peine",
  restrains: "pas jamais aucune? sans interdit\\w* uniquement seulement intact\\w*",
  refuses: "jamais ne aucune? pas interdit\\w*",
  frame: "jamais toujours dans pour avec tous toutes",
  takeovers: [
    /\b(?:ignore[rz]?|oublie[rz]?)\b[^.\n]{0,20}\b(?:instructions|consignes|règles|directives)\b[^.\n]{0,12}(?:précédentes|antérieures|ci-dessus)/gi,
  ],
};
