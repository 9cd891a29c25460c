/** Messages, commands and typed fields with a code for a sign-in, which stands at `§`. */
export const CODE_PLACES: readonly string[] = [
  "Your verification code is §. It expires in 10 minutes.",
  "Acme: use code § to sign in. Never share it.",
  "Il tuo codice di sicurezza è §",
  "Votre code de vérification est §",
  "Tu código de verificación es §",
  "Seu código de acesso: §",
  "Twój kod weryfikacyjny to §",
  "Ваш код подтверждения: §",
  "Uw verificatiecode is §",
  "認証コードは「§」です。",
  "인증번호 [§]를 입력해 주세요.",
  "您的验证码是§，5分钟内有效。",
  '{"ref":"e9","element":"One-time code","text":"§"}',
  '{"text":"§","element":"Verification code field","ref":"e9"}',
  "aws sts get-session-token --serial-number arn:x --token-code §",
  "npm publish --otp=§",
  "Enter MFA code for arn:aws:iam::1234:mfa/jo: §",
];

/** Numbers of people and companies, with the names that tell them. */
export const NUMBERED_PLACES: readonly (readonly [text: string, value: string])[] = [
  ["NIP §", "901-892-77-25"],
  ["rodné číslo: §", "850125/9646"],
  ["ЕГН §", "8109076469"],
  ["HKID: §", "A531801(4)"],
  ["ИНН §", "509663399132"],
  ["паспорт §", "45 16 371919"],
  ["USt-IdNr.: §", "DE214002006"],
  ["OIB: §", "69435151530"],
  ["AMKA §", "01018012345"],
  ["isikukood: §", "37605030299"],
];
