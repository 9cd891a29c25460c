import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isPasswordLike } from "./password-like";

/** A word, digits and a sign, as nobody writes anything but a password. */
const STRONG = "[A-Z][a-z]{3,14}(?:[@$!%&*]\\d{2,4}[!?]?|\\d{1,4}[!@$%&*]|[-_.#+]\\d{4}[!?]?)";
const of = (pattern: string, accepts: (it: string) => boolean = () => true, flags = "g"): Detector =>
  byPattern("password", "password", new RegExp(pattern, flags), accepts);
const isLike = (it: string) => isPasswordLike(it, false);
/** Words before a number that name a thing, a version or a date. */
const isNoThing = (it: string) =>
  !/^(?:error|step|chapter|part|issue|version|windows|python|section|table|figure|level|page|line|row|item|test|phase|day|week|month|quarter|january|february|march|april|june|july|august|september|october|november|december|summer|spring|autumn|winter|rule|task|case|note|example|total|copyright|release|build|model|claude|gemini|llama|qwen|mistral)/i.test(
    it,
  );

/** Passwords whose own form tells what they are, where a value of some kind stands. */
export const STRONG_PASSWORDS: readonly Detector[] = [
  of(`(?<=["'\`])(?<it>${STRONG})(?=["'\`])`, isNoThing),
  of(`(?<=[ \\t]-{1,2}[\\w-]{1,12}[ \\t=]{1,2})(?<it>${STRONG})(?![\\w.-])`, isNoThing),
  // After a user, as the next argument
  of(
    `["'\`][a-z][\\w.@-]{1,40}["'\`],[ \\t]{0,3}["'\`](?<it>[A-Z][a-z]{3,14}(?:[-_#+.]\\d{1,4}[a-z]?|(?:19|20)\\d\\d))["'\`][ \\t]{0,3}[,)]`,
    isNoThing,
  ),
  // What a program shows that guessed a password
  of(
    `(?:^|\\n|\\\\n)(?<it>[^\\s"'\`\\\\()<>{}]{5,60})[ \\t]{3,40}\\([\\w.$@-]{2,40}\\)[ \\t]{0,4}(?=\\r?\\n|\\\\n|$|["'\`])`,
    isLike,
  ),
  // A line of a file of users: a name, a server, a password, addresses
  of(
    `(?:^|\\n|\\\\n)[ \\t]{0,8}["']?[\\w.@-]{2,60}["']?[ \\t]{1,8}["']?(?:\\*|[\\w.-]{1,40})["']?[ \\t]{1,8}["']?(?<it>[^\\s"'\`\\\\(){};,]{5,100})["']?[ \\t]{1,8}["']?(?:\\*|(?:\\d{1,3}\\.){3}\\d{1,3}(?:/\\d{1,2})?)["']?[ \\t]{0,4}(?=\\r?\\n|\\\\n|$|["'\`])`,
    (it) => isLike(it) && !/[/:=]|^\d|\.\w{1,5}$/.test(it),
  ),
  // The names of the users that every machine has
  of(
    `(?<![\\w.:/@-])(?:admin|root|administrator|guest|sa|operator):(?<it>[A-Za-z][^\\s"'\`\\\\|;&<>(){}[\\],@:/=]{4,100})(?=$|[\\s"'\`\\\\,.)])`,
    isLike,
    "gi",
  ),
  of(
    `(?<![\\w-])(?:as|with|use|using|try)[ \\t]{1,2}["'\`]?[a-z][\\w.@-]{1,40}["'\`]?[ \\t]{0,1}[/:][ \\t]{0,1}["'\`]?(?<it>${STRONG}|[A-Z][a-z]{3,14}(?:[-_#+.]\\d{1,4}[a-z]?|(?:19|20)\\d\\d))(?![\\w/-])`,
    isNoThing,
  ),
  // Lists of codes that open an account when all else is lost
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w-])(?:(?:recovery|backup|rescue|emergency|scratch|one-time)[ _-]?codes?|codes? de (?:secours|récupération|respaldo)|c(?:ó|o)digos de (?:recuperaci(?:ó|o)n|respaldo|recupera(?:ç|c)(?:ã|a)o|backup)|(?:wiederherstellungs|backup-?|notfall)codes?|codici di (?:backup|recupero)|kody (?:zapasowe|odzyskiwania)|резервные коды|备用(?:验证)?码|恢复代码|バックアップコード|백업 ?코드)["'*\\)]{0,4}[ \t]{0,3}[:=：]?(?:\s|\\n){0,6}(?:\[\s{0,6})?(?<it>(?:(?:\d{1,2}[.)] {1,2}|[-*•] {1,2})?["']?[a-z0-9]{4,6}[ -]?[a-z0-9]{4,6}["']?(?:[\s,]|\\n){1,6}){1,20}(?:(?:\d{1,2}[.)] {1,2}|[-*•] {1,2})?["']?[a-z0-9]{4,6}[ -]?[a-z0-9]{4,6})?)/gi,
    (it) => (it.match(/\d/g)?.length ?? 0) * 4 >= it.length,
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?:set-?up|secret|manual(?: entry)?|authenticator|totp|2fa)[ -](?:key|code|secret)[^\n:]{0,50}?(?::|\bis\b)[ \t]{0,3}["'`*]{0,3}(?<it>[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){3,12})(?!\w)/gi,
    (it) => /^[A-Z2-7 -]+$|^[a-z2-7 -]+$/.test(it) && /\d/.test(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    /key-data["'\\]{0,4}\s{0,3}:\s{0,3}["'\\]{0,4}(?<it>[\w+/]{40,20000}={0,2})/g,
  ),
];
