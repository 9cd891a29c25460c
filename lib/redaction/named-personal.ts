import type { Detector } from "./detector";
import { valuesByName } from "./values-by-name";
import { byPattern } from "./detector";

const DATE =
  "(?:19|20)\\d\\d[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/. ]{1,2}(?:\\d{1,2}|[\\p{L}]{3,10})[-/., ]{1,2}(?:19|20)\\d\\d|[\\p{L}]{3,10} \\d{1,2},? (?:19|20)\\d\\d|(?:19|20)\\d{6}";

const named = (
  id: string,
  label: string,
  names: string,
  form: string,
  accepts?: (it: string) => boolean,
): Detector => valuesByName(id, label, [{ names, form, ...(accepts === undefined ? {} : { accepts }) }]);
const digits = (text: string) => text.replace(/\D/g, "").length;

/** Personal data that only the name beside it tells. */
export const NAMED_PERSONAL: readonly Detector[] = [
  named(
    "birth-date",
    "date of birth",
    "date[ _-]?of[ _-]?birth|birth[ _-]?(?:date|day)|dob|born(?: on)?|geburts(?:datum|tag)|geboren(?: am)?|geb\\.|date de naissance|n[ée]e? le|fecha de nacimiento|nacid[oa] el|data di nascita|data de nascimento|nascimento|geboortedatum|f(?:ö|ø|o)dsels?(?:edag|datum|dato)|data urodzenia|дата рождения|生年月日|出生日期|생년월일|dogum[ _]?tarihi|doğum tarihi",
    DATE,
  ),
  named(
    "bank-account",
    "bank account",
    "(?:bank[ _-]?)?account[ _-]?(?:number|no|nr|#)|acct\\.?(?:[ _-]?(?:number|no|#))?|konto(?:nummer|nr)|num[ée]ro de compte|n[úu]mero de cuenta|routing(?:[ _-]?(?:number|no))?|aba(?:[ _-]?(?:number|routing))?|sort[ _-]?code|bsb|ifsc|clabe|口座番号|账号",
    "[A-Z]{0,4}\\d(?:[ -]?\\d){5,19}",
    (it) => digits(it) >= 6,
  ),
  named(
    "vehicle",
    "number of a vehicle",
    "vin|vehicle identification|fahrgestellnummer|chassis",
    "[A-HJ-NPR-Z\\d]{17}",
    (it) => /\d{3}/.test(it),
  ),
  named(
    "device",
    "number of a device",
    "imei|imsi|iccid|meid|udid|idfa|gaid|aaid|advertising[ _-]?id|serial[ _-]?(?:number|no)|seriennummer",
    "[A-Z\\d][A-Z\\d-]{7,39}",
    (it) => digits(it) >= 2,
  ),
  named(
    "mac",
    "hardware address (MAC)",
    "mac(?:[ _-]?addr(?:ess)?)?|hwaddr|hardware[ _-]address|bssid|ethernet",
    "[0-9a-f]{12}",
    (it) => /\d/.test(it) && new Set(it.toLowerCase()).size > 2,
  ),
];

export const ACCOUNT_NAMES: readonly Detector[] = [
  byPattern(
    "user-host",
    "name of an account",
    /(?<![\w-])(?:uid|gid|euid)=\d{1,10}\((?<it>[a-z_][\w.-]{2,31})\)/gi,
    isSomebody,
  ),
  byPattern(
    "user-host",
    "name of an account",
    /(?<!\w)(?:(?:Failed|Accepted) (?:password|publickey|keyboard-interactive\/pam|none) for(?: invalid user)?|[Ii]nvalid user|session (?:opened|closed) for user|authentication failure;[^\n]{0,200}\buser=|COMMAND=[^\n]{0,1}|Disconnected from (?:authenticating |invalid )?user)\s{0,2}(?<it>[a-z_][\w.-]{2,31})/g,
    isSomebody,
  ),
  byPattern(
    "user-host",
    "name of an account",
    /(?:^|[\n;"'\s+]|\\n)(?:export |set )?(?:USER|LOGNAME|USERNAME|SUDO_USER)=["']?(?<it>[a-z_][\w.-]{2,31})(?![\w.@-])/g,
    isSomebody,
  ),
  byPattern(
    "user-host",
    "name of an account",
    /(?:^|[\n"'`>+|\s]|\\n)(?<it>[a-z_][\w.-]{1,31}):(?:x|\*|!{1,2}):\d{4,6}:\d{1,6}:/g,
    isSomebody,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?<![\w.~/\\])~(?<it>[a-z_][a-z0-9_-]{2,31})(?=\/[\w.])/g,
    isSomebody,
  ),
];

const NOBODY =
  /^(?:root|user|users|username|runner|ubuntu|debian|node|vscode|admin|administrator|daemon|bin|sys|sync|games|man|lp|mail|news|uucp|proxy|www-data|backup|list|irc|gnats|nobody|nogroup|systemd[\w-]*|messagebus|sshd|mysql|postgres|redis|nginx|apache|docker|git|jenkins|app|agent|sandbox|ec2-user|centos|fedora|vagrant|pi|me|you|myuser|name|test|guest|staff|wheel|sudo|jovyan|openhands|circleci|gitpod|codespace|demo|example|invalid|from|for)$/i;

function isSomebody(name: string): boolean {
  return !NOBODY.test(name);
}
