import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

function codesOf(result: string, summary: string, text: string): string[] {
  const story = trace()
    .turn((t) => t.user("See to the record.").calls("get_record", { id: 7 }, "c1"))
    .turn((t) => t.result("c1", result).says("Seen."))
    .event({ type: "plan.declared", turn: 1, steps: [{ id: "s", text, dependsOn: ["c1"] }] })
    .turn((t) => t.compact("sum", summary, ["call:c1", "result:c1"]))
    .turn((t) => t.says("Doing it."))
    .event({ type: "plan.step", step: "s", status: "started", turn: 3 })
    .event({ type: "plan.step", step: "s", status: "completed", turn: 3 });
  return findAll(analyseRecording(foldRecording(story.events())))
    .findings.map(({ code }) => code)
    .filter((code) => /^evidence\./.test(code));
}

const KEPT = ["evidence.residual"];
const LOST = ["evidence.dangling"];

describe("an identifier that is written in groups", () => {
  const iban = '{"payee":"Ann","bank_account":"DE89 3704 0044 0532 0130 00"}';
  const bare = '{"payee":"Ann","bank_account":"DE89370400440532013000"}';
  const pay = "Send the money to the bank account";

  it.each([
    [iban, "Ann, bank account DE89370400440532013000.", KEPT],
    [iban, "Ann's bank account is de89-3704-0044-0532-0130-00", KEPT],
    [bare, "Bank account of Ann: DE89 3704 0044 0532 0130 00", KEPT],
    [bare, "The bank account of Ann is known.", LOST],
    [iban, "Bank account: DE89 3704 0044 0532 0130 01 (Ann)", LOST],
    [iban, "Bank account: DE89370400440532013001 (Ann)", LOST],
    [bare, "Bank account: DE89 3704 0044 0532 1030 00", LOST],
    [iban, "Ann's bank account DE89 **** 3000", LOST],
  ])("is said however its groups are joined: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, pay).toSorted()).toEqual(codes);
  });

  it.each([
    ['{"guest":"Bo","card_number":"4111 1111 1111 1111"}', "Bo: card number 4111111111111111", KEPT],
    ['{"guest":"Bo","card_number":"4111111111111111"}', "Bo: card number 4111-1111-1111-1111", KEPT],
    ['{"guest":"Bo","card_number":"4111111111111111"}', "Bo: card number 4111-1111-1111-1112", LOST],
    ['{"guest":"Bo","card_number":"371449635398431"}', "Bo, card number 3714 496353 98431", KEPT],
    ['{"guest":"Bo","card_number":4111111111111111}', "Bo paid by card.", LOST],
  ])("is a card: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, "Charge the card number").toSorted()).toEqual(codes);
  });

  it.each([
    ['{"guest":"Bo","phone_number":"+49 30 1234 5678"}', "Bo: phone number +493012345678", KEPT],
    ['{"guest":"Bo","phone_number":"+493012345678"}', "Bo: phone number +49 (0)30 1234-5678", KEPT],
    ['{"guest":"Bo","phone_number":"+493012345678"}', "Bo: phone number 0049 30 12345678", KEPT],
    ['{"guest":"Bo","phone_number":"030/1234567"}', "Bo: phone number 030 123 4567", KEPT],
    ['{"guest":"Bo","phone_number":"(415) 555-0142"}', "Bo: phone number 415.555.0142", KEPT],
    ['{"guest":"Bo","phone_number":"+49 30 1234 5678"}', "Bo: phone number +49 30 1234 5687", LOST],
    ['{"guest":"Bo","phone_number":"+49 30 1234 5678"}', "Bo can be called at work.", LOST],
  ])("is a telephone number: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, "Call the phone number").toSorted()).toEqual(codes);
  });

  it("is no number that is near to it", () => {
    const long = '{"payee":"Ann","reference_no":"90071992547409931"}';
    expect(codesOf(long, "Ann: reference no 90071992547409932", "Quote the reference no").toSorted()).toEqual(
      LOST,
    );
    expect(codesOf(long, "Ann: reference no 90071992547409931", "Quote the reference no")).toEqual(KEPT);
  });
});

describe("an amount in the spelling of another country", () => {
  const pay = "Pay the amount due";
  const json = '{"invoice":"R-5501","amount_due":1284.5}';

  it.each([
    [json, "R-5501: amount due 1.284,50 EUR", KEPT],
    [json, "R-5501: amount due 1 284,50 €", KEPT],
    [json, "R-5501: amount due 1\u202f284,50 €", KEPT],
    [json, "R-5501: amount due CHF 1'284.50", KEPT],
    [json, "R-5501: amount due CHF 1’284.50", KEPT],
    [json, "R-5501: amount due $1,284.50", KEPT],
    ['{"invoice":"R-5501","amount_due":"1.284,50 €"}', "R-5501: amount due 1284.5", KEPT],
    ['{"invoice":"R-5501","amount_due":"CHF 1\'284.50"}', "R-5501: amount due 1,284.50", KEPT],
    ["invoice: R-5501\namount due: EUR 1.284,50", "R-5501: the amount due is 1284.50", KEPT],
    [json, "R-5501: amount due 12.845,00 EUR", LOST],
    [json, "R-5501: amount due 1.284,05 EUR", LOST],
    [json, "R-5501: amount due 1'248.50 CHF", LOST],
    ['{"invoice":"R-5501","amount_due":"1.284,50 €"}', "R-5501: amount due 12845", LOST],
    ['{"invoice":"R-5501","amount_due":3.125}', "Rechnung R-5501, und der amount due ist 3,125", KEPT],
    ['{"invoice":"R-5501","amount_due":12500}', "R-5501: amount due 12,500", KEPT],
    [json, "R-5501 is still to be paid.", LOST],
  ])("is the same where the digits are: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, pay).toSorted()).toEqual(codes);
  });
});

describe("a yes or a no", () => {
  it.each([
    ['{"account":"K-8812","frozen":true}', "Account K-8812 is frozen.", KEPT],
    ['{"account":"K-8812","frozen":true}', "K-8812: frozen: yes", KEPT],
    ['{"account":"K-8812","frozen":true}', "Account K-8812 was looked up.", LOST],
  ])("is said where the text speaks of it: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, "Transfer the money unless it is frozen").toSorted()).toEqual(codes);
  });
});

describe("a state of the session's own", () => {
  const parcel = '{"parcel":"PX-9911","status":"in transit","carrier":"DHL"}';

  it.each([
    [parcel, "Parcel PX-9911 is in transit.", KEPT],
    [parcel, "Parcel PX-9911 was looked up.", LOST],
    ['{"parcel":"PX-9911","status":"at the depot"}', "Parcel PX-9911 was looked up.", LOST],
    ['{"parcel":"PX-9911","status":"at the depot"}', "Parcel PX-9911 is at the depot.", KEPT],
  ])("is needed by a step that does not name its field: %s / %s", (result, summary, codes) => {
    expect(codesOf(result, summary, "Open a claim if it is still in transit")).toEqual(codes);
  });

  it("is not needed by a step that decides on something else", () => {
    const gold = '{"member":"M-4410","tier":"gold","status":"at the desk"}';
    expect(codesOf(gold, "Member M-4410 has the tier gold.", "Upgrade if the member is gold")).toEqual(KEPT);
    expect(codesOf(gold, "Member M-4410 has a tier.", "Upgrade if the member is gold")).toEqual(LOST);
  });
});
