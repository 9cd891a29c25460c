import { isAboutPasswords } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";

/** Words that say of a password how it is, or begin a sentence about it. */
const SAID_OF_PASSWORDS =
  /(?:ed|en|ing|able|ible|ive|al|ous|less|ful|ly|ory|ary|text|set|sensitive)$|^(?:about|above|again|against|already|also|always|another|anything|because|before|being|below|better|between|blank|both|case|checked|clear|compared|correct|correctly|currently|default|different|either|empty|enough|environment|equal|exactly|false|first|found|given|good|handled|hard|hashed?|here|incorrect|insecure|inside|invalid|known|later|least|likely|longer|looked|made|maybe|missing|neither|never|nothing|null|often|okay|only|optional|other|over|passed|plain|private|probably|public|random|read|really|required|safe|same|secret|secure|sent|short|shorter|shown|similar|simple|simply|some|something|sometimes|somewhere|static|still|strong|stronger|supposed|taken|temporary|test|their|there|these|they|this|through|true|undefined|unique|unknown|unsafe|until|usually|valid|visible|weak|weaker|what|when|where|which|without|wrong|your)$/i;
const SAID_ELSEWHERE =
  /^(?:väärin|väärä|oikein|špatné|správné|neplatné|špatně|falsch|richtig|korrekt|leer|ungültig|abgelaufen|nicht|gesetzt|geheim|erforderlich|zwingend|sicher|unsicher|incorrecte?|invalide|vide|requise?|trop|obligatoire|expirée?|incorrect[ao]|inválid[ao]|vac[ií][ao]|obligatori[ao]|demasiado|necesari[ao]|incorreta|obrigatóri[ao]|vazia|onjuist|verplicht|leeg|ongeldig|verlopen|felaktigt|ogiltigt|forkert|ugyldig|errata|scaduta|vuota|troppo|obbligatoria|sbagliata|corretta|nieprawidłowe|puste|wymagane|yanlış|gerekli|zorunlu|chybné|povinné|espatná|virheellinen|pakollinen|wajib|salah)$/iu;
/** Names that programs give to variables, options and methods. */
const OF_PROGRAMS =
  /^(?:compat|files|systemd|winbind|plain|basic|digest|bearer|bcrypt|argon|scrypt|crypt|cipher|scram|ldap|kerberos|oauth|local|remote|google|github|gitlab|email|mail|phone|username|account|person|people|member|profile|guest|root|owner|group|roles?|session|cookie|header|param|params|query|request|response|props|state|context|options?|settings?|attrs?|attributes?|model|schema|entity|object|instance|result|results|payload|message|element|target|event|events|number|string|boolean|integer|strings|numbers|title|description|column|table|index|length|min|max|size|count|format|pattern|regex|validate|validator|generate|generator|random|secrets?|keyring|keychain|prompt|stdin|stdout|input|output|store|storage|cache|redis|mysql|postgres|postgresql|mongo|mongodb|sqlite|oracle|docker|kubernetes|vault|shared|common|global|process|module|import|export|return|function|class|const|async|await|lambda|print|format|strip|trim|encode|decode|base|bytes|buffer|unicode|ascii|latin|click|submit|focus|visible|checkbox|button|select|option|radio|textarea|placeholder|update|create|delete|insert|select|change|verify|forgot|forgotten|recover|recovery|rotate|expire|expires|expiry|never|disable|enable|allow|deny|accept|reject|cancel|confirm|again|repeat|retype|twice|match|matches|mismatch|mismatched|confirmed|equals|enter|type|show|hide|toggle|mask|masked|copy|paste|clear|reset|save|load|file|files|path|paths|prefix|suffix)$/i;
const WORD = /^\p{L}{5,30}$/u;

/** Whether a word may be a password, in a place that is surely one of a password. Most words there are no passwords. */
export function isChosenWord(text: string): boolean {
  return (
    WORD.test(text) &&
    !SAID_OF_PASSWORDS.test(text) &&
    !SAID_ELSEWHERE.test(text) &&
    !OF_PROGRAMS.test(text) &&
    !isAboutPasswords(text) &&
    !isPlaceholder(text) &&
    !isTyped(text)
  );
}
