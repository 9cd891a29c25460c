import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { recordingOf } from "../../trace/fold/recording";
import { analysed, findAll } from "../find";

const codesAfter = (said: string, summary = "Half of the invoices are booked.") => {
  const story = trace()
    .turn((t) => t.system("You help with invoices.").user("Book the invoices of May.", "goal"))
    .turn((t) => t.user(said, "said").says("Understood."))
    .turn((t) => t.compact("sum", summary, ["said"]).says("On."));
  return findAll(analysed(recordingOf(story.events())))
    .findings.map(({ code }) => code)
    .filter((code) => code.startsWith("constraint."));
};

describe("an order about how something is done each time", () => {
  it.each([
    "Round every amount to two decimals.",
    "Please format each date as 2026-05-03.",
    "Quote all sources with their page.",
    "Sign every mail with my initials.",
    "Give each price in euros.",
    "Prefix every commit message with the ticket.",
    "All amounts are to be rounded to two decimals.",
    "From now on, answer in short sentences.",
    "Going forward the tests run in Docker.",
    "Whenever you book something, tell Anna.",
    "Start every file with the license header.",
    "Only files that are in src may be changed.",
  ])("binds: %s", (said) => expect(codesAfter(said)).toEqual(["constraint.lost"]));

  it.each([
    "List every file in src.",
    "Read each of the three letters.",
    "Run all tests again.",
    "Check every link on the page.",
    "Format all the files in src with prettier.",
    "Fix all errors in the log.",
    "Every amount was rounded twice.",
    "Should I round every amount?",
    "I think we round every amount to cents.",
    "Round all three amounts to cents.",
    "Use all of these as input.",
    "Just this once, do not run the tests.",
    "Don't deploy it yet.",
    "For this answer, use only one sentence.",
    "This time write only the headline.",
    'The guide says "never touch the generated files" somewhere.',
    "> Never touch the generated files.",
    "```\n# never touch the generated files\n```",
    "Hold on, do not send it.",
    "Only the second test fails.",
    "Never mind, go on.",
    "Don't worry about the tests.",
    "Always nice to see it green.",
    "You should never have done that.",
    "Write a test for each function in src/a.ts.",
    "Give every function in this file a docstring.",
    "Label each axis of the chart in metres.",
    "Express in words any conventions that you see.",
  ])("is done once, thought aloud or quoted: %s", (said) => expect(codesAfter(said)).toEqual([]));

  it("is kept where the summary says it in other words", () => {
    expect(codesAfter("Round every amount to two decimals.", "Amounts: round to two decimals each.")).toEqual(
      [],
    );
  });
});

const GERMAN = "Die Hälfte der Rechnungen ist gebucht, und der Rest wird noch geprüft.";
const FRENCH = "La moitié des factures est enregistrée, et le reste est dans la liste.";
const SPANISH = "La mitad de las facturas está registrada y el resto está en la lista.";
const ITALIAN = "La metà delle fatture è registrata e il resto è nella lista che si trova con i conti.";
const PORTUGUESE = "A metade das faturas foi registrada e o resto não foi visto, com uma lista do mês.";
const DUTCH = "De helft van de facturen is geboekt en het overige wordt nog met de lijst vergeleken.";

describe("an order in another language", () => {
  it.each([
    ["Runde jeden Betrag auf zwei Nachkommastellen.", GERMAN],
    ["Lösche niemals Kundendaten.", GERMAN],
    ["Bitte verwende immer pnpm statt npm.", GERMAN],
    ["Du darfst die Tabelle der Kunden nicht ändern.", GERMAN],
    ["Keine neuen Abhängigkeiten installieren.", GERMAN],
    ["Beträge müssen auf zwei Stellen gerundet werden.", GERMAN],
    ["Fassen Sie die erzeugten Dateien nicht an.", GERMAN],
    ["Ab jetzt nur noch auf Deutsch antworten.", GERMAN],
    ["Frag mich, bevor du etwas überweist.", GERMAN],
    ["Ne supprime jamais les données des clients.", FRENCH],
    ["Arrondis chaque montant à deux décimales.", FRENCH],
    ["Réponds toujours en français.", FRENCH],
    ["Il ne faut pas modifier le fichier de configuration.", FRENCH],
    ["N'utilise pas de bibliothèque externe.", FRENCH],
    ["Tu dois demander avant de supprimer un compte.", FRENCH],
    ["No borres nunca los datos de los clientes.", SPANISH],
    ["Redondea cada importe a dos decimales.", SPANISH],
    ["Usa siempre el entorno de pruebas.", SPANISH],
    ["No debes modificar la configuración.", SPANISH],
    ["Por favor, responde solo en español.", SPANISH],
    ["Non modificare mai i file generati.", ITALIAN],
    ["Arrotonda ogni importo a due decimali.", ITALIAN],
    ["Nunca apague os dados dos clientes.", PORTUGUESE],
    ["Arredonde cada valor para duas casas.", PORTUGUESE],
    ["Verwijder nooit gegevens van klanten.", DUTCH],
    ["Rond elk bedrag af op twee decimalen.", DUTCH],
  ])("binds: %s", (said, summary) => expect(codesAfter(said, summary)).toEqual(["constraint.lost"]));

  it.each([
    ["Ich habe die Datei nie gesehen.", GERMAN],
    ["Die Tests laufen bei mir nicht.", GERMAN],
    ["Soll ich nie etwas löschen?", GERMAN],
    ["Lies jede Datei in diesem Ordner.", GERMAN],
    ["Nur die Tests in a.ts schlagen fehl.", GERMAN],
    ["Das muss gestern kaputt gegangen sein.", GERMAN],
    ["Schreib diesmal nur die Überschrift.", GERMAN],
    ["Vielleicht sollten wir das nie tun.", GERMAN],
    ["Keine der Dateien ist vorhanden.", GERMAN],
    ["Le test ne passe pas.", FRENCH],
    ["Je pense qu'il ne faut jamais faire ça.", FRENCH],
    ["Pas de problème, continue.", FRENCH],
    ["Lis chaque fichier du dossier.", FRENCH],
    ["Cette fois n'écris que le titre.", FRENCH],
    ["C'est là qu'il faut que tu écrives le rapport.", FRENCH],
    ["No te preocupes.", SPANISH],
    ["Maak je geen zorgen over de lijst.", DUTCH],
    ["El test nunca funciona.", SPANISH],
    ["Creo que nunca debes borrar nada.", SPANISH],
    ["¿No debes borrar nada?", SPANISH],
    ["Lee cada archivo de la carpeta.", SPANISH],
    ["Esta vez no uses la caché.", SPANISH],
    ["Non funziona mai.", ITALIAN],
    ["O teste nunca funciona.", PORTUGUESE],
    ["De test werkt nooit.", DUTCH],
  ])("is none where it is a story, a question or done once: %s", (said, summary) =>
    expect(codesAfter(said, summary)).toEqual([]),
  );

  it("is compared with a summary in its own language only", () => {
    const said = "Lösche niemals Kundendaten.";
    expect(codesAfter(said, `${GERMAN} Kundendaten werden niemals gelöscht.`)).toEqual([]);
    expect(codesAfter(said, `${GERMAN} Lösche niemals Kundendaten.`)).toEqual([]);
    expect(codesAfter(said, FRENCH)).toEqual([]);
    expect(
      codesAfter(said, "Half of the invoices are booked, and the rest is in the list that is open."),
    ).toEqual([]);
    expect(codesAfter(said, "Rechnungen gebucht.")).toEqual(["constraint.lost"]);
  });
});
