/**
 * The words for a password, a code, a secret, a key and a token in the languages that most people
 * speak or write software in, besides English: Chinese, Hindi, Spanish, French, Arabic, Bengali,
 * Portuguese, Russian, Urdu, Indonesian, German, Japanese, Italian, Korean and Turkish.
 */
const namesOfKinds: Readonly<Record<string, readonly string[]>> = {
  password: [
    "密码",
    "密碼",
    "口令",
    "暗码",
    "पासवर्ड",
    "कूटशब्द",
    "contraseña",
    "clave",
    "contrasenia",
    "mot de passe",
    "passe",
    "mdp",
    "كلمة المرور",
    "كلمة السر",
    "المرور",
    "السر",
    "পাসওয়ার্ড",
    "গোপন শব্দ",
    "senha",
    "palavra-passe",
    "пароль",
    "پاس ورڈ",
    "پاسورڈ",
    "kata sandi",
    "sandi",
    "Passwort",
    "Kennwort",
    "パスワード",
    "暗証番号",
    "合言葉",
    "parola d'ordine",
    "parola",
    "비밀번호",
    "암호",
    "şifre",
    "parol",
  ],
  otp: [
    "验证码",
    "驗證碼",
    "动态码",
    "सत्यापन कोड",
    "ओटीपी",
    "código",
    "código de verificación",
    "code de vérification",
    "رمز التحقق",
    "رمز التأكيد",
    "যাচাইকরণ কোড",
    "código de verificação",
    "код подтверждения",
    "код",
    "одноразовый код",
    "تصدیقی کوڈ",
    "kode verifikasi",
    "kode otp",
    "Einmalcode",
    "Bestätigungscode",
    "Sicherheitscode",
    "認証コード",
    "確認コード",
    "ワンタイムパスワード",
    "codice di verifica",
    "인증번호",
    "인증 코드",
    "doğrulama kodu",
  ],
  secret: [
    "密钥",
    "密鑰",
    "机密",
    "गुप्त",
    "गुप्त कुंजी",
    "secreto",
    "clave secreta",
    "clave api",
    "llave",
    "clé secrète",
    "clé api",
    "secret partagé",
    "المفتاح السري",
    "سري",
    "গোপন কী",
    "segredo",
    "chave",
    "chave secreta",
    "chave api",
    "секрет",
    "ключ",
    "секретный ключ",
    "خفیہ کلید",
    "rahasia",
    "kunci rahasia",
    "kunci api",
    "Geheimnis",
    "Schlüssel",
    "Geheimschlüssel",
    "API-Schlüssel",
    "秘密鍵",
    "シークレット",
    "chiave",
    "chiave segreta",
    "segreto",
    "비밀키",
    "API 키",
    "gizli anahtar",
  ],
  token: [
    "令牌",
    "访问令牌",
    "टोकन",
    "jeton",
    "jeton d'accès",
    "رمز الوصول",
    "رمز الدخول",
    "টোকেন",
    "токен",
    "токен доступа",
    "ٹوکن",
    "Zugriffstoken",
    "トークン",
    "アクセストークン",
    "토큰",
  ],
};

/** In a language that joins words, a name ends with one of these. */
const minEnding = 8;

const kinds = new Map(
  Object.entries(namesOfKinds).flatMap(([kind, names]) =>
    names.map((name) => [simplify(name), kind] as const),
  ),
);
const endings = new Map(
  [...kinds].filter(
    ([name]) =>
      name.length >= minEnding || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(name),
  ),
);
/** The longest first, so that a "one-time password" is no password. */
const lengths = [...new Set([...endings.keys()].map((ending) => ending.length))].toSorted(
  (one, other) => other - one,
);

/** Returns the kind of secret that a name in another language than English stands for. */
export function findForeignKind(name: string): string | undefined {
  const plain = simplify(name);
  const words = name.replaceAll(/([a-z])([A-Z])/gu, "$1 $2").split(/[^\p{L}\p{M}\p{N}'’]+/u);
  return kinds.get(plain) ?? kinds.get(simplify(words.at(-1) ?? "")) ?? findEnding(plain);
}

/** Looks each length up: every name of every text is asked for, and a search is too slow. */
function findEnding(plain: string): string | undefined {
  for (const length of lengths) {
    const kind = endings.get(plain.slice(-length));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Removes case, accents and all that is neither a letter nor a digit. */
function simplify(name: string): string {
  const letters = /^[\w .-]*$/u.test(name) ? name : name.normalize("NFD");
  return letters.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
