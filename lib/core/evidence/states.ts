/**
 * States that exclude each other, one line per kind of thing. Words with a bar between them mean the same.
 */
const GROUPS = [
  "pending, processing, shipped|dispatched, delivered, cancelled|canceled, refunded, returned, backordered",
  "open, closed, resolved, reopened, merged",
  "passed|passing, failed|failing, skipped",
  "approved|accepted, rejected|declined|denied|refused, pending",
  "enabled, disabled",
  "active|activated, inactive|deactivated, suspended, expired, revoked",
  "paid, unpaid, overdue, refunded",
  "available|in stock, unavailable|out of stock|sold out",
  "online, offline",
  "healthy, unhealthy, degraded",
  "valid, invalid",
  "pending, queued, running|in progress|ongoing, succeeded|completed|complete|finished|done, failed, cancelled|canceled, paused, stopped",
  "draft, published, archived",
  "public, private",
  "locked, unlocked",
  "confirmed, unconfirmed, tentative, cancelled|canceled",
  "connected, disconnected",
  "verified, unverified",
  "granted, denied",
  "installed, uninstalled",
  "true, false",
  "yes, no",
  "on, off",
  "up, down",
  "high, medium, low, critical",
];

/** The same states in German, French, Spanish, Italian, Portuguese and Dutch. */
const TRANSLATED = [
  "pending: ausstehend anhängig en_attente pendiente pendientes in_attesa pendente pendentes in_behandeling",
  "processing: in_bearbeitung en_cours_de_traitement en_proceso in_elaborazione em_processamento in_verwerking",
  "shipped: versendet versandt verschickt expédié expédiée enviado enviada spedito spedita expedido expedida verzonden",
  "delivered: zugestellt ausgeliefert geliefert livré livrée entregado entregada consegnato consegnata entregue bezorgd",
  "cancelled: storniert abgebrochen annulliert annulé annulée cancelado cancelada annullato annullata geannuleerd",
  "refunded: erstattet zurückerstattet remboursé remboursée reembolsado reembolsada rimborsato rimborsata terugbetaald",
  "returned: zurückgesendet zurückgeschickt retourné retournée devuelto devuelta restituito restituita devolvido devolvida",
  "closed: geschlossen fermé fermée cerrado cerrada chiuso chiusa fechado fechada gesloten",
  "resolved: gelöst behoben résolu résolue resuelto resuelta risolto risolta resolvido resolvida opgelost",
  "passed: bestanden réussi réussie superado superada superato superata geslaagd",
  "failed: fehlgeschlagen gescheitert échoué échouée fallido fallida fallito fallita falhou mislukt",
  "approved: genehmigt freigegeben bewilligt angenommen akzeptiert approuvé approuvée accepté acceptée aceptado aceptada accettato accettata aceito aceita aprobado aprobada approvato approvata aprovado aprovada goedgekeurd",
  "rejected: abgelehnt zurückgewiesen verweigert rejeté rejetée refusé refusée rechazado rechazada rifiutato rifiutata rejeitado rejeitada afgewezen",
  "enabled: aktiviert activé activée habilitado habilitada abilitato abilitata ativado ativada ingeschakeld",
  "disabled: deaktiviert désactivé désactivée deshabilitado deshabilitada disabilitato disabilitata desativado desativada uitgeschakeld",
  "paid: bezahlt payé payée pagado pagada pagato pagata pago paga betaald",
  "unpaid: unbezahlt impayé impayée impagado impagada non_pagato onbetaald",
  "available: verfügbar disponible disponibile disponível beschikbaar",
  "valid: gültig valide válido válida valido valida geldig",
  "invalid: ungültig invalide inválido inválida ongeldig",
  "expired: abgelaufen expiré expirée caducado caducada scaduto scaduta expirado expirada verlopen",
  "confirmed: bestätigt confirmé confirmée confirmado confirmada confermato confermata bevestigd",
  "running: läuft laufend en_cours en_curso in_corso em_andamento",
  "completed: abgeschlossen erledigt fertig terminé terminée completado completada completato completata concluído concluída voltooid",
].map((line) => line.split(": "));

/** Words with so many other uses that they are a state only next to the name of their subject. */
const COMMON =
  "open closed running done complete completed true false yes no on off up down high medium low critical active " +
  "public private available valid passing passed finished returned failed failing stopped resolved merged skipped draft";
const WEAK: ReadonlySet<string> = new Set([...COMMON.split(" "), ...translationsOf(COMMON.split(" "))]);

interface Place {
  readonly group: number;
  readonly meaning: string;
}

const PLACES = new Map<string, Place[]>();
for (const [group, line] of GROUPS.entries())
  for (const synonyms of line.split(", ")) {
    const words = synonyms.split("|");
    for (const word of [...words, ...translationsOf(words)])
      PLACES.set(word, [...(PLACES.get(word) ?? []), { group, meaning: words[0] ?? word }]);
  }

function translationsOf(words: readonly string[]): string[] {
  return TRANSLATED.flatMap(([state = "", others = ""]) =>
    words.includes(state) ? others.split(" ").map((word) => word.replaceAll("_", " ")) : [],
  );
}

/** `word` is in normal spelling. */
export function isStateWord(word: string): boolean {
  return PLACES.has(word);
}

/** Whether the word alone is known to be a state, without the name of its subject. */
export function isSignificantState(word: string): boolean {
  return PLACES.has(word) && !WEAK.has(word);
}

/** Nothing can be in both states at once. */
export function areExclusive(one: string, other: string): boolean {
  const places = PLACES.get(other) ?? [];
  return (PLACES.get(one) ?? []).some(({ group, meaning }) =>
    places.some((place) => place.group === group && place.meaning !== meaning),
  );
}

export function statesBeside(word: string): string[] {
  return [...PLACES.keys()].filter((other) => areExclusive(word, other));
}

export function sameState(word: string): string[] {
  const own = PLACES.get(word) ?? [];
  const same = [...PLACES].filter(
    ([other, places]) =>
      other !== word &&
      places.some(({ group, meaning }) => own.some((one) => one.group === group && one.meaning === meaning)),
  );
  return [word, ...same.map(([other]) => other)];
}
