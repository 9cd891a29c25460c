import {
  belgium,
  chile,
  china,
  cnpj,
  cpf,
  ean,
  finland,
  france,
  italy,
  luhn,
  mod1110,
  netherlands,
  nhs,
  poland,
  singapore,
  spain,
  verhoeff,
} from "./check-digits";
import type { Detector } from "./detector";
import { valuesByName } from "./values-by-name";
import type { NamedForm } from "./values-by-name";
import { byPattern } from "./detector";

const bare = (text: string) => text.replace(/[^A-Za-z0-9]/g, "");
const LABEL = "identity number";
const shaped = (pattern: RegExp, accepts: (bare: string) => boolean = () => true): Detector =>
  byPattern("national-id", LABEL, pattern, (it) => accepts(bare(it)));
const named = (names: string, form: string, accepts: (bare: string) => boolean = () => true): NamedForm => ({
  names,
  form,
  accepts: (it) => accepts(bare(it)),
});

const SHAPED: readonly Detector[] = [
  // Brazilian CPF
  shaped(/(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g, cpf),
  // Brazilian CNPJ
  shaped(/(?<![\w.-])\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?![\w-])/g, cnpj),
  // Indian Aadhaar
  shaped(/(?<![\w.-])[2-9]\d{3}([ -])\d{4}\1\d{4}(?![\w.-]?\d)/g, verhoeff),
  // Spanish DNI
  shaped(/(?<![\w.-])(?:\d{8}|[XYZ]\d{7})-?[TRWAGMYFPDXBNJZSQVHLCKE](?![\w-])/g, spain),
  // Italian codice fiscale
  shaped(
    /(?<!\w)[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z](?!\w)/gi,
    italy,
  ),
  // Finnish HETU
  shaped(/(?<![\w.-])[0-3]\d[01]\d{3}[-+ABCDEFYXWVU]\d{3}[0-9A-FHJ-NPR-Y](?![\w-])/g, finland),
  // Swiss AHV number
  shaped(/(?<![\w.-])756\.\d{4}\.\d{4}\.\d{2}(?!\w)/g, ean),
  // French NIR
  shaped(
    /(?<![\w.-])[12378] \d{2} (?:0[1-9]|1[0-2]|[2-9]\d) (?:\d{2}|2[AB]) \d{3} \d{3} \d{2}(?!\w)/g,
    france,
  ),
  // Belgian national number
  shaped(/(?<![\w.-])\d{2}\.[0-1]\d\.[0-3]\d-\d{3}\.\d{2}(?!\w)/g, belgium),
  // Chinese identity number
  shaped(/(?<![\w.-])[1-8]\d{5}(?:19|20)\d{2}[01]\d[0-3]\d{4}[\dX](?!\w)/gi, china),
  // Singaporean NRIC
  shaped(/(?<!\w)[STFGM]\d{7}[A-Z](?!\w)/g, singapore),
  // Mexican CURP
  shaped(
    /(?<!\w)[A-Z][AEIOUX][A-Z]{2}\d{2}[01]\d[0-3]\d[HMX](?:AS|B[CS]|C[CHLMS]|D[FG]|G[TR]|HG|JC|M[CNS]|N[ELT]|OC|PL|Q[TR]|S[LPR]|T[CLS]|VZ|YN|ZS|NE)[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d(?!\w)/g,
  ),
  // Chilean RUT
  shaped(/(?<![\w.-])\d{1,2}\.\d{3}\.\d{3}-[\dkK](?![\w-])/g, chile),
  // American ITIN
  shaped(/(?<![\w.-])9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}(?![\w-])/g),
  // Medicare number
  shaped(
    /(?<!\w)[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-[AC-HJKMNP-RT-Y]{2}\d{2}(?!\w)/g,
  ),
];

/** Personal numbers that only their names identify. */
const NAMED: readonly NamedForm[] = [
  // Brazilian CPF
  named("cpf|cadastro de pessoas? f[ií]sicas?", "\\d{11}", cpf),
  // Indian Aadhaar
  named("aadhaa?r|uidai|आधार", "[2-9]\\d{11}", verhoeff),
  // Indian PAN
  named("pan(?: card)?|permanent account", "[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]"),
  // Canadian SIN
  named("sin|social insurance|nas", "\\d{3}[ -]?\\d{3}[ -]?\\d{3}", luhn),
  // Australian TFN
  named("tfn|tax file", "\\d{3}[ -]?\\d{3}[ -]?\\d{2,3}"),
  // Medicare number
  named("medicare", "\\d{4}[ -]?\\d{5}[ -]?\\d(?:[ -/]?\\d)?"),
  // British NHS number
  named("nhs", "\\d{3}[ -]?\\d{3}[ -]?\\d{4}", nhs),
  // British driving licence
  named("driving licen[cs]e|dvla", "[A-Z9]{5}\\d{6}[A-Z9]{2}\\d[A-Z]{2}"),
  // Spanish DNI
  named("dni|nif|nie", "[XYZ]?\\d{7,8}-?[A-Z]", spain),
  // Polish PESEL
  named("pesel", "\\d{11}", poland),
  // Polish NIP and REGON
  named("nip|regon", "\\d{3}-?\\d{3}-?\\d{2}-?\\d{2}|\\d{3}-?\\d{2}-?\\d{2}-?\\d{3}|\\d{9}"),
  // Czech and Slovak birth number
  named("rodn(?:é|e) (?:č|c)(?:í|i)slo|r\\.\\s?(?:č|c)\\.?", "\\d{2}[0-8]\\d[0-3]\\d\\/?\\d{3,4}"),
  // Bulgarian EGN
  named("егн|egn", "\\d{10}"),
  // Russian INN, SNILS and passport
  named("инн|inn", "\\d{12}|\\d{10}"),
  named("снилс|snils", "\\d{3}-?\\d{3}-?\\d{3}[ -]?\\d{2}"),
  named("паспорт(?:\\s{1,2}серия)?", "\\d{2} ?\\d{2} ?(?:№ ?)?\\d{6}"),
  // Ukrainian РНОКПП
  named("рнокпп|іпн|rnokpp", "\\d{10}"),
  // Greek AMKA and AFM, Croatian OIB, Slovenian and Serbian EMŠO and JMBG, Estonian and Lithuanian codes
  named("amka|αμκα|jmbg|emšo|emso", "\\d{11}|\\d{13}"),
  named("afm|αφμ", "\\d{9}"),
  named("oib|isikukood|asmens kodas", "\\d{11}"),
  // Hungarian and Latvian numbers
  named("adóazonosító(?: jel)?|személyi szám|personas kods", "\\d{10}|\\d-\\d{6}-\\d{4}|\\d{6}-\\d{5}"),
  // Romanian CNP
  named("cnp", "[1-9]\\d{12}"),
  // Hong Kong identity card
  named(
    "hkid|hong kong id(?:entity)?(?: card)?|身份證(?:號碼)?|身份证(?:号码|号)?",
    "[A-Z]{1,2}\\d{6}\\(?[\\dA]\\)?|\\d{17}[\\dX]",
  ),
  // Taiwanese identity number
  named("身分證(?:字號|號碼)?|taiwan id", "[A-Z][12]\\d{8}"),
  // Numbers for value-added tax
  named(
    "ust-?id(?:nr)?\\.?|ust-?idnr|vat(?:[ _-](?:id|no|number|reg))?|uid-?nummer|tva(?: intra(?:communautaire)?)?|btw(?:-?(?:nr|nummer|id))?|p\\.? ?iva|partita iva|moms(?:nr|nummer)?|nif-iva|alv",
    "[A-Z]{2}[ -]?[A-Z\\d]{8,12}",
    (it) => (it.match(/\d/g)?.length ?? 0) >= 6,
  ),
  // Swedish personnummer
  named("personnummer|person-?nr|samordningsnummer|pnr", "(?:19|20)?\\d{6}[-+]?\\d{4}", (it) =>
    luhn(it.slice(-10)),
  ),
  // Danish CPR
  named("cpr|personnummer", "[0-3]\\d[01]\\d{3}[- ]?\\d{4}"),
  // Norwegian fødselsnummer
  named("f(?:ø|o|oe)dselsnummer|fnr|personnummer", "[0-7]\\d[0-5]\\d{3} ?\\d{5}"),
  // German tax number
  named(
    "steuer-?(?:id|identifikations(?:nummer)?|nummer|nr)|idnr|tax[ _-]?id|tin",
    "\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}",
    mod1110,
  ),
  // German social insurance number
  named(
    "(?:sozial|renten)versicherungs(?:nummer|nr)|sv-?nummer|rvnr|svnr",
    "\\d{2} ?[0-3]\\d[01]\\d{3} ?[A-Z] ?\\d{3}",
  ),
  // German identity card
  named(
    "personalausweis|ausweis",
    "[CFGHJKLMNPRTVWXYZ0-9]{9,10}",
    (it) => /\d/.test(it) && /[A-Z]/i.test(it),
  ),
  // Austrian insurance number
  named("sozialversicherungs(?:nummer|nr)|svnr|sv-?nr", "\\d{4} ?[0-3]\\d[01]\\d{3}"),
  // Swiss AHV number
  named("ahv|avs|ssn", "756\\d{10}", ean),
  // French NIR
  named(
    "nir|s[ée]curit[ée] sociale|insee|num[ée]ro de s[ée]cu",
    "[12378]\\d{4}(?:\\d{2}|2[AB])\\d{8}",
    france,
  ),
  // Dutch BSN
  named("bsn|burgerservice|sofi", "\\d{4}[ .]?\\d{2}[ .]?\\d{3}", netherlands),
  // Belgian national number
  named("rijksregister(?:nummer)?|registre national|nrn|rrn", "\\d{11}", belgium),
  // Portuguese NIF
  named("nif|contribuinte", "[1235689]\\d{8}"),
  // Irish PPS
  named("pps[n]?|personal public service", "\\d{7}[A-W][A-IW]?"),
  // Korean RRN
  named("rrn|resident registration|주민(?:등록)?번호", "\\d{6}[- ]?[1-8]\\d{6}"),
  // Japanese My Number
  named("my ?number|マイナンバー|個人番号", "\\d{4}[ -]?\\d{4}[ -]?\\d{4}"),
  // Singaporean NRIC
  named("nric|fin", "[STFGM]\\d{7}[A-Z]"),
  // Turkish identity number
  named("t\\.?c\\.?(?: kimlik(?: no)?)?|kimlik", "[1-9]\\d{10}"),
  // Thai identity number
  named("thai id|tnin|เลขประจำตัวประชาชน", "\\d{1}[ -]?\\d{4}[ -]?\\d{5}[ -]?\\d{2}[ -]?\\d"),
  // South African identity number
  named("(?:sa |south african |rsa )?id", "\\d{6}\\d{4}[01]\\d\\d", luhn),
  // Mexican RFC
  named("rfc", "[A-ZÑ&]{3,4}\\d{2}[01]\\d[0-3]\\d[A-Z\\d]{3}"),
  // Chilean RUT
  named("rut|run", "\\d{7,8}-[\\dkK]", chile),
  // Argentinian CUIT
  named("cui[tl]", "\\d{2}-?\\d{8}-?\\d"),
  // Argentinian DNI
  named("dni", "\\d{2}\\.?\\d{3}\\.?\\d{3}"),
  // Colombian cédula
  named("c[ée]dula", "\\d{1,3}(?:\\.?\\d{3}){2}"),
  // Philippine TIN
  named("tin", "\\d{3}-\\d{3}-\\d{3}(?:-\\d{3,5})?"),
  // Nigerian NIN
  named("nin|national identification", "\\d{11}"),
  // identity document
  named(
    "passport|reisepass|passeport|pasaporte|passaporto|passaporte|paspoort|パスポート|护照|паспорт|driver'?s?[ _-]?licen[cs]e|driving[ _-]?licen[cs]e|führerschein|fuehrerschein|permis de conduire|licencia de conducir|identity card|id[ _-]card|national[ _-]id(?:entity)?|residence permit|visa number|military id|student id|tax[ _-]?(?:payer)?[ _-]?id|ein|vat id",
    "[A-Z]{0,3}[- ]?\\d[A-Z\\d-]{4,14}",
    (it) => it.length >= 6 && it.length <= 15 && (it.match(/\d/g)?.length ?? 0) >= 4,
  ),
];

export const NATIONAL_IDS: readonly Detector[] = [...SHAPED, valuesByName("national-id", LABEL, NAMED)];
