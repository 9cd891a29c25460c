import type { Span } from "./detector";

/**
 * What a name says of its value. `password`: it is one, whatever its form. `secret`: it is a key. `key`: it
 * may be one, because many other things are called keys.
 */
export type Says = "password" | "secret" | "key";

const PASSWORD_NAMES =
  "pass(?:word|wd|phrase|code|wort)|key content|(?:wpa\\d?|wi-?fi|wlan|wireless|network)[-_ ]?key(?![a-z])|(?:wlan|wi-?fi|netzwerk)[- ]?schl(?:ü|u)ssel|cl(?:é|e) (?:du |de )?(?:wi-?fi|wpa|r(?:é|e)seau)|(?:clave|chave|chiave|klucz) (?:del? |do |da |de la )?(?:wi-?fi|red|rede|rete|sieci)|ключ (?:сети|wi-?fi)|pre-?shared-?key|(?<!by|com|tres|sur|over|under|wrong|bad|no)pass(?![a-z])|(?<![a-z])(?:[pm]wd?|mdp|authtok|bindpw)(?![a-z])|(?<![a-z])(?:clave|haslo)(?![a-z])|kata sandi|kennwort|pwd|pgpass|bindpw|rootpw|storepass|keypass|mot de passe|mots? de passe|contrase(?:ñ|n)a|clave de acceso|senha|palavra-passe|parola d'ordine|wachtwoord|l(?:ö|o)senord(?:et)?|adgangskode|passord|salasana|has(?:ł|l)o|heslo|jelsz(?:ó|o)|parol(?:ă|a)|(?:ş|s)ifre|parola|lozink[aue]|κωδικ(?:ό|ο)ς|m(?:ậ|a)t kh(?:ẩ|a)u|пароль|пароля|паролю|лозинка|парола|סיסמה|סיסמא|كلمة (?:المرور|السر)|رمز عبور|पासवर्ड|รหัสผ่าน|密码|密碼|口令|パスワード|暗証番号|비밀번호|비번|암호";
const SECRET_NAMES =
  "secret|[-_]salt(?![a-z])|(?<![a-z])pepper(?![a-z])|token(?!s|i[sz])|api[-_ ]?key|(?:access|account|auth|private|encryption|signing|shared|master|license|licence|service[-_ ]?role|admin|deploy|client|app|application|storage|webhook|write|server|session|jwt|hmac|aes|cookie|crypto|cipher)[-_ ]?key|credentials?|creds|psk|pat(?=[\"'` ]{0,2}[:=])|(?:api|zugangs|geheim|wlan|netzwerk)[-_ ]?schl(?:ü|u)ssel|cl(?:é|e) (?:d['’ ]?api|secr(?:è|e)te|priv(?:é|e)e)|clave (?:de )?(?:api|secreta|privada)|chave (?:de |da )?(?:api|secreta|privada)|chiave (?:api|segreta|privata)|klucz (?:api|prywatny)|ключ (?:api|доступа)|токен|api ?キー|シークレット|トークン|秘密鍵|密钥|密鑰|令牌|金鑰|api ?키|토큰|비밀 ?키";
const NAME = new RegExp(
  `(?<password>${PASSWORD_NAMES})|(?<secret>${SECRET_NAMES})|(?<key>(?<=[A-Za-z0-9])[-_ ]?(?:key|access|private)(?![a-z]))`,
  "gi",
);

export interface SecretName extends Span {
  readonly says: Says;
}

let last: { readonly text: string; readonly names: readonly SecretName[] } = { text: "", names: [] };

/** Names of passwords, secrets and keys in many languages. The last text is remembered, as several detectors ask. */
export function secretNamesIn(text: string): readonly SecretName[] {
  if (last.text !== text) last = { text, names: [...findNames(text)] };
  return last.names;
}

function* findNames(text: string): Iterable<SecretName> {
  for (const { 0: name, index, groups } of text.matchAll(NAME))
    yield {
      start: index,
      end: index + name.length,
      says: groups?.password !== undefined ? "password" : groups?.secret !== undefined ? "secret" : "key",
    };
}
