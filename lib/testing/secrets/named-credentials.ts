import type { CorpusSecret } from "../secrets-corpus";
import { drawer } from "../secrets-corpus";
import type { Kind } from "./kinds";
import { HEX, DIG, LOW, AN, LD, B64, B32, secretsOf } from "./kinds";

export function namedCredentials(round = 0): CorpusSecret[] {
  const d = drawer(round + 700);
  const b64 = (text: string) => Buffer.from(text).toString("base64");
  const kinds: Kind[] = [
    ["name space value", d(32, HEX), (v) => `datadog api key ${v}`],
    ["CAMEL Key", d(30, LD), (v) => `centralKEY=${v}`],
    ["camelToken", d(32), (v) => `let myServiceToken = '${v}'`],
    ["table md", d(32), (v) => `| API key | ${v} |`],
    ["table md 2", d(14), (v) => `| name | value |\n|---|---|\n| DB_PASSWORD | ${v} |`],
    ["csv row", d(16), (v) => `service,username,password\ndb,app,${v}\n`],
    ["tsv row", d(16), (v) => `host\tuser\tpassword\ndb1\tapp\t${v}\n`],
    ["column table", d(16), (v) => `USER      PASSWORD          ROLE\napp       ${v}  admin\n`],
    [
      "psql table",
      d(16),
      (v) => ` id | email | password_plain \n----+-------+----------------\n  1 | x | ${v}\n`,
    ],
    ["pgpass", d(14), (v) => `db.internal:5432:main:app:${v}`],
    ["redis ACL", d(16), (v) => `user default on >${v} ~* +@all`],
    ["ldap bindpw", d(12), (v) => `bindpw ${v}`],
    ["ldap olcRootPW", d(12), (v) => `olcRootPW: ${v}`],
    ["SSHA", b64(d(24)), (v) => `userPassword: {SSHA}${v}`],
    ["cisco 7", "08" + d(14, HEX).toUpperCase(), (v) => `username admin password 7 ${v}`],
    ["cisco plain", d(12), (v) => `enable password ${v}`],
    ["cisco 9", "$9$" + d(14) + "$" + d(43, AN + "./"), (v) => `enable secret 9 ${v}`],
    ["snmp", d(12), (v) => `snmp-server community ${v} RO`],
    ["radius", d(16), (v) => `radius-server key ${v}`],
    ["tacacs", d(16), (v) => `tacacs-server host 192.0.2.1 key ${v}`],
    ["storepass", d(12), (v) => `keytool -list -keystore a.jks -storepass ${v}`],
    ["keyPassword", d(12), (v) => `keyPassword '${v}'`],
    ["gradle", d(12), (v) => `signing.password=${v}`],
    ["RELEASE_STORE", d(12), (v) => `storePassword ${v}`],
    ["NTLM", d(32, HEX), (v) => `anna:1001:aad3b435b51404eeaad3b435b51404ee:${v}:::`],
    [
      "XML RSA D",
      d(170, B64) + "=",
      (v) => `<RSAKeyValue><Modulus>xx</Modulus><Exponent>AQAB</Exponent><D>${v}</D></RSAKeyValue>`,
    ],
    [
      "OpenVPN",
      d(32, HEX),
      (v) =>
        `-----BEGIN OpenVPN Static key V1-----\n${d(32, HEX)}\n${v}\n${d(32, HEX)}\n-----END OpenVPN Static key V1-----`,
    ],
    [
      "encrypted pem",
      d(64, B64),
      (v) =>
        `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${d(64, B64)}\n${v}\n-----END ENCRYPTED PRIVATE KEY-----`,
    ],
    [
      "dsa",
      d(64, B64),
      (v) => `-----BEGIN DSA PRIVATE KEY-----\n${v}\n${d(40, B64)}\n-----END DSA PRIVATE KEY-----`,
    ],
    [
      "pem json double",
      d(64, B64),
      (v) =>
        JSON.stringify(
          JSON.stringify({
            k: `-----BEGIN PRIVATE KEY-----\n${d(64, B64)}\n${v}\n-----END PRIVATE KEY-----\n`,
          }),
        ),
    ],
    [
      "pem yaml fold",
      d(64, B64),
      (v) =>
        `tls:\n  key: >-\n    -----BEGIN EC PRIVATE KEY-----\n\n    ${v}\n\n    -----END EC PRIVATE KEY-----`,
    ],
    [
      "pem base64 one line",
      b64(`-----BEGIN PRIVATE KEY-----\n${d(64, B64)}\n-----END PRIVATE KEY-----\n`),
      (v) => `TLS_KEY: ${v}`,
    ],
    [
      "pem env \\n",
      d(64, B64),
      (v) =>
        `PRIVATE_KEY="-----BEGIN RSA PRIVATE KEY-----\\n${v}\\n${d(20, B64)}\\n-----END RSA PRIVATE KEY-----"`,
    ],
    ["pkcs12 b64", "MII" + d(400, B64), (v) => `p12_base64: ${v}`],
    [
      "backup codes",
      [1, 2, 3, 4].map(() => d(5, HEX) + "-" + d(5, HEX)).join("\n"),
      (v) => `Recovery codes:\n${v}\n`,
    ],
    ["pin", "4821", (v) => `PIN: ${v}`],
    ["otp sms", d(6, DIG), (v) => `Your verification code is ${v}.`],
    ["otp field", d(6, DIG), (v) => `{"otp":"${v}"}`],
    ["totp secret", d(32, B32), (v) => `totp_secret: ${v}`],
    ["mfa seed", d(16, B32), (v) => `MFA secret key: ${v}`],
    ["security answer", "Rex" + d(4, LOW), (v) => `security_answer: ${v}`],
    ["pt", d(10), (v) => `senha: ${v}`],
    ["it", d(10), (v) => `la password è ${v}`],
    ["nl", d(10), (v) => `wachtwoord is ${v}`],
    ["pl", d(10), (v) => `hasło: ${v}`],
    ["ru", d(10), (v) => `Пароль: ${v}`],
    ["ja", d(10), (v) => `パスワードは${v}です`],
    ["zh", d(10), (v) => `密码是${v}`],
    ["ko", d(10), (v) => `비밀번호: ${v}`],
    ["tr", d(10), (v) => `şifre: ${v}`],
    ["de", d(10), (v) => `Das Passwort lautet ${v}`],
    ["fr", d(10), (v) => `le mot de passe est « ${v} »`],
    ["es", d(10), (v) => `la contraseña es ${v}`],
    ["ar", d(10), (v) => `كلمة المرور: ${v}`],
    ["cs", d(10), (v) => `heslo: ${v}`],
    ["sv", d(10), (v) => `lösenordet är ${v}`],
    ["zh-tw", d(10), (v) => `密碼：${v}`],
    ["hi", d(10), (v) => `पासवर्ड: ${v}`],
    ["vi", d(10), (v) => `mật khẩu: ${v}`],
    ["fi", d(10), (v) => `salasana: ${v}`],
    ["uk", d(10), (v) => `пароль ${v}`],
    ["es key", d(32), (v) => `clave de API: ${v}`],
    ["de key", d(32), (v) => `API-Schlüssel: ${v}`],
    ["fr key", d(32), (v) => `clé d'API : ${v}`],
    ["ja key", d(32), (v) => `APIキー: ${v}`],
    ["zh key", d(32), (v) => `密钥：${v}`],
    ["zh token", d(32), (v) => `令牌: ${v}`],
  ];
  return secretsOf(kinds);
}
