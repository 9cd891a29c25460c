import type { Detector, Span } from "./detector";
import { matchesOf } from "./detector";

/** Names of such codes, in many languages. */
const NAMES =
  "(?:verification|security|confirmation|login|sign-?in|access|auth\\w{0,12}|one[- ]time|single[- ]use|2fa|mfa|sms)[ -]?(?:code|pin|passcode|password)|passcode|(?:best(?:ä|ae)tigungs|sicherheits|verifizierungs|anmelde|freigabe|einmal|zugangs|sms-?)-?(?:code|kennwort|passwort|pin)|(?:sms|push|mobile)?-?tan|code (?:de |d['’])?(?:v(?:é|e)rification|s(?:é|e)curit(?:é|e)|confirmation|validation|acc(?:è|e)s|connexion|authentification)|c(?:ó|o)digo (?:de |do )?(?:verificaci(?:ó|o)n|verifica(?:ç|c)(?:ã|a)o|seguridad|seguran(?:ç|c)a|acceso|acesso|confirmaci(?:ó|o)n|confirma(?:ç|c)(?:ã|a)o|inicio de sesi(?:ó|o)n)|codice (?:di )?(?:sicurezza|verifica|accesso|conferma|otp)|kod (?:weryfikacyjny|bezpiecze(?:ń|n)stwa|dost(?:ę|e)pu|autoryzacyjny|jednorazowy|sms)|код (?:подтверждения|доступа|безопасности|авторизации|для входа)|код підтвердження|verificatiecode|beveiligingscode|inlogcode|verifieringskod|s(?:ä|a)kerhetskod|eng(?:å|a)ngskod|engangskode|bekr(?:æ|ae)ftelseskode|bekreftelseskode|sikkerhetskode|vahvistuskoodi|turvakoodi|ov(?:ě|e)(?:ř|r)ovac(?:í|i) k(?:ó|o)d|overovac(?:í|i) k(?:ó|o)d|meger(?:ő|o)s(?:í|i)t(?:ő|o) k(?:ó|o)d|cod(?:ul)? de (?:verificare|securitate|acces)|κωδικός επαλήθευσης|do(?:ğ|g)rulama kodu\\p{L}{0,4}|onay kodu\\p{L}{0,4}|m(?:ã|a) x(?:á|a)c (?:nh(?:ậ|a)n|minh|th(?:ự|u)c)|kode (?:verifikasi|otp|keamanan)|รหัส(?:ยืนยัน|otp)|رمز التحقق|קוד (?:ה)?אימות|सत्यापन कोड|验证码|校验码|动态码|驗證碼|確認コード|認証コード|認証番号|確認番号|인증 ?번호|인증 ?코드|확인 ?코드";
const JOIN =
  "[\\s:：=「『\"'`(\\[«»–—-]{0,6}(?:(?:is|are|was|lautet|ist|est|es|é|è|e|to|brzmi|er|är|on|je|este|είναι|là|adalah|คือ|هو|הוא|है|은|는|は|是|为|為)[\\s:：]{0,3}){0,2}[「『\"'`(\\[*#«]{0,3}";
const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${NAMES})${JOIN}$`, "iu");

const TO_USE = /(?<![\w-])(?:code|pin|passcode|otp|kod|codice|c(?:ó|o)digo)[ \t]{1,2}["'`*]{0,2}$/i;
const FOR_A_LOGIN =
  /^["'`*]{0,2}[ \t]{1,2}(?:to|for|um|zum|pour|para|per|aby)[ \t]{1,2}(?:(?:your|the|dich|te|se|vous|completar|complete|finish|continue)[ \t]{1,2})?(?:sign|log|verif|confirm|authent|reset|unlock|access|anmeld|einlog|connect|inici|entr|acced|zalog)/i;
const OPTION =
  /[ \t]--?(?:[a-z]{1,12}-)?(?:otp|totp|mfa|2fa|token-code|one-time-(?:code|password)|verification-code|auth-code|passcode|pin)(?:-?(?:code|token))?[ \t=]{1,2}["']?$/i;

const DIGITS = /(?<![\w.])(?:\d{3}[ -]\d{3}|\d{4,8})(?![\w-]|[.,:]\d)/g;
/** A part of every name, for a quick answer. */
const MENTIONS =
  /c(?:ó|o)d|kod|tan|pin|otp|mfa|2fa|passw|kennw|k(?:ó|o)d|код|κωδικ|קוד|رمز|कोड|รหัส|mã|码|碼|コード|番号|번호|코드/i;
const FOR_A_THING =
  /(?<![\w-])(?:mfa|2fa|otp|totp|verification|security|authentication)[ -](?:code|token|pin) for [^\n]{1,80}[:?][ \t]{0,3}$/i;
const CHARS = { before: 110, after: 48 };

/**
 * Codes that open an account once, in messages and in commands. Digits are looked for first, because few of them stand
 * alone in a text.
 */
export const ONE_TIME_CODES: Detector = {
  id: "one-time-code",
  label: "code for a sign-in",
  *find(text): Iterable<Span> {
    if (!MENTIONS.test(text)) return;
    for (const { 0: digits, index } of matchesOf(DIGITS, text)) {
      const before = text.slice(Math.max(0, index - CHARS.before), index);
      if (!MENTIONS.test(before) || /^(?:19|20)\d\d$/.test(digits)) continue;
      const end = index + digits.length;
      const isOne =
        NAMED.test(before) ||
        OPTION.test(before) ||
        FOR_A_THING.test(before) ||
        (TO_USE.test(before) && FOR_A_LOGIN.test(text.slice(end, end + CHARS.after)));
      if (isOne) yield { start: index, end };
    }
  },
};
