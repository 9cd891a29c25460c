import type { Detector, Span } from "./detector";
import { byPattern, matchesOf } from "./detector";
import { isPasswordLike } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";

const VALUE = "(?<it>[^\\s\"'`\\\\|;&<>(){}[\\],@:/]{5,100})";
const isLike = (it: string) => isPasswordLike(it, false);
const isGiven = (it: string) => isLike(it) && !isPlaceholder(it) && !isTyped(it);
const of = (pattern: string, accepts: (it: string, match: string) => boolean = isGiven, flags = "gi") =>
  byPattern("password", "password", new RegExp(pattern, flags), accepts);

/** Words for both together, in many languages. */
const BOTH =
  "credentials?|creds|login(?:s| data)?|log-?in|account|access data|zugangsdaten|anmeldedaten|identifiants?|credenciales|credenciais|credenziali|inloggegevens|inloggningsuppgifter|dane logowania|giriş bilgileri|учётные данные|учетные данные|данные для входа|账号|帳號|アカウント|ログイン情報|계정";
const USER = "[\\w\\u0080-\\uffff.+-]{2,40}(?:@[\\w.-]{3,60})?";

const AT_HOST =
  /:(?<it>[^\s"'`\\|;&<>(){}:/]{5,100})@(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|[a-z][\w-]{0,40}(?:\.[a-z][\w-]{0,40}){1,5})(?=:\d{2,5}(?!\w)|[/\s"'`]|$)/gi;
const USER_BEFORE = /(?<![\w.:/@%-])(?:[\w.-]{1,40}[/\\])?(?<user>[\w.-]{1,40}(?:@[\w.-]{1,60})?)$/;
const NO_USER =
  /^(?:mailto|e-?mail|mail|sips?|xmpp|acct|ssh|git|npm|from|to|cc|bcc|author|contact|workspace|https?|ftp)$/i;
const USER_CHARS_MAX = 90;

/** `to:ada.b2@example.org`: an address of mail after a name for it. It is masked whole, as such. */
const MAIL = /^[\w.+-]+@(?:[a-z][\w-]*\.)+[a-z]{2,}$/i;

/** `user:password@host`, without the scheme of an address. */
const ADDRESSED: Detector = {
  id: "password",
  label: "password",
  *find(text): Iterable<Span> {
    for (const { 0: whole, index, groups } of matchesOf(AT_HOST, text)) {
      const it = groups?.it ?? "";
      const hasPort = text[index + whole.length] === ":";
      if (MAIL.test(whole.slice(1)) && !hasPort) continue;
      const user = USER_BEFORE.exec(text.slice(Math.max(0, index - USER_CHARS_MAX), index))?.groups?.user;
      if (user !== undefined && !NO_USER.test(user) && !/^\d/.test(it) && isGiven(it))
        yield { start: index + 1, end: index + 1 + it.length };
    }
  },
};

/** A user and a password that stand together, without a name for either. */
export const PAIRED_SECRETS: readonly Detector[] = [
  // `user:password@host`, without the scheme of an address
  ADDRESSED,
  // An address of mail before it, as lists of accounts are written
  of(`(?<=[\\w.+-])@[\\w-]{1,40}(?:\\.[\\w-]{1,40}){0,4}\\.[a-z]{2,12}[:|]${VALUE}(?=$|[\\s"'\`\\\\])`),
  // A pair as one option
  of(
    `(?<=[ \\t])-{1,2}(?:[\\w-]{0,20}(?:auth|cred|login|userpass))[\\w-]{0,12}[ \\t=]{1,2}["']?[\\w.\\\\@-]{1,60}:${VALUE}`,
  ),
  // What a tool that tries passwords reports
  of(`\\[[+*!]\\][ \\t]{1,3}[\\w.-]{1,60}\\\\{1,2}[\\w.$-]{1,60}:(?<it>[^\\s"'\`|;&<>(){}@:/]{5,100})`),
  // A word for both, and then both
  of(
    `(?<![\\w\\u0080-\\uffff])(?:${BOTH})(?:[ \\t]{0,2}[:：=]|[ \\t]{1,2}(?:is|are|ist|sind|sono|son|sont|são|to|with|mit|con|avec|com))?[ \\t]{1,3}["'\`*]{0,3}${USER}["'\`*]{0,3}[ \\t]{0,2}(?:[/|,:]|und|and|et|y|e|и|oraz)[ \\t]{1,2}["'\`*]{0,3}(?<it>[^\\s"'\`\\\\|;&<>(){}[\\],@:/]{5,100})`,
    isGiven,
    "gi",
  ),
  // `log in with NAME and PASSWORD`
  of(
    `(?<![\\w\\u0080-\\uffff])(?:log(?:ged)? in|sign(?:ed)? in|logge?|melde?(?: dich| sich)?(?: an)?|anmelden|einloggen|connecte[rz]?(?:-(?:toi|vous))?|inicia sesión|entra|accedi|zaloguj się|войди(?:те)?)[ \\t]{1,2}(?:[\\w\\u0080-\\uffff]{2,8}[ \\t]{1,2})?(?:with|as|using|mit|als|avec|con|com|z|с)[ \\t]{1,2}["'\`*]{0,3}${USER}["'\`*]{0,3}[ \\t]{0,2}(?:[/|,:]|und|and|with|et|y|e|i|и)[ \\t]{1,2}["'\`*]{0,3}(?<it>[^\\s"'\`\\\\|;&<>(){}[\\],@:/]{5,100})`,
    isGiven,
    "gi",
  ),
];
