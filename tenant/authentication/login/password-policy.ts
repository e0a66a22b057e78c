import type { Connection } from "../../directory/connections.ts";
import type { User } from "../../directory/users.ts";

/** One rule of the policy, with the texts and keys of the service's response. */
interface PasswordRule {
  message: string;
  code: string;
  format?: number[];
  verified: boolean;
  items?: { message: string; code: string; verified: boolean }[];
}

/** The reason to refuse a password, as `/dbconnections/signup` reports it. */
export type PasswordProblem =
  | {
      name: "PasswordStrengthError";
      code: "invalid_password";
      message: string;
      description: { rules: PasswordRule[]; verified: false };
      policy: string;
    }
  | {
      name: "PasswordDictionaryError" | "PasswordNoUserInfoError" | "PasswordHistoryError";
      code: "password_dictionary_error" | "password_no_user_info_error" | "password_history_error";
      message: string;
      description: string;
    };

const minimumLength = 8;
const minimumTypes = 3;

const characterTypes = [
  { message: "lower case letters (a-z)", code: "lowerCase", pattern: /[a-z]/ },
  { message: "upper case letters (A-Z)", code: "upperCase", pattern: /[A-Z]/ },
  { message: "numbers (i.e. 0-9)", code: "numbers", pattern: /\d/ },
  {
    message: "special characters (e.g. !@#$%^&*)",
    code: "specialCharacters",
    pattern: /[^A-Za-z0-9]/,
  },
];

const policy = [
  `* At least ${minimumLength} characters in length`,
  `* Contain at least ${minimumTypes} of the following ${characterTypes.length} types of characters:`,
  ...characterTypes.map(({ message }) => ` * ${message}`),
].join("\n");

const commonPasswords = new Set([
  "password-1",
  "passw0rd!",
  "letmein-1",
  "qwerty-123",
  "welcome-1",
]);

/** Returns the reason to refuse a new password; undefined if it is acceptable. */
export function findPasswordProblem(
  password: string,
  connection: Pick<Connection, "hasStrictPasswords">,
  person: { email: string; username?: string | undefined },
  before?: Pick<User, "password">,
): PasswordProblem | undefined {
  const rules = checkStrength(password);
  if (rules.some((rule) => !rule.verified)) {
    return {
      name: "PasswordStrengthError",
      code: "invalid_password",
      message: "Password is too weak",
      description: { rules, verified: false },
      policy,
    };
  }
  if (connection.hasStrictPasswords !== true) return undefined;
  if (commonPasswords.has(password.toLowerCase())) {
    const text = "Password is too common";
    return describe("PasswordDictionaryError", "password_dictionary_error", text);
  }
  const names = [person.email.split("@")[0] ?? "", person.username ?? ""];
  if (
    names.some((name) => name.length > 2 && password.toLowerCase().includes(name.toLowerCase()))
  ) {
    const text = "Password contains user information";
    return describe("PasswordNoUserInfoError", "password_no_user_info_error", text);
  }
  if (before?.password === password) {
    const text = "Password has previously been used";
    return describe("PasswordHistoryError", "password_history_error", text);
  }
  return undefined;
}

function describe(
  name: Exclude<PasswordProblem["name"], "PasswordStrengthError">,
  code: Exclude<PasswordProblem["code"], "invalid_password">,
  message: string,
): PasswordProblem {
  return { name, code, message, description: message };
}

function checkStrength(password: string): PasswordRule[] {
  const items = characterTypes.map(({ message, code, pattern }) => ({
    message,
    code,
    verified: pattern.test(password),
  }));
  return [
    {
      message: "At least %d characters in length",
      format: [minimumLength],
      code: "lengthAtLeast",
      verified: [...password].length >= minimumLength,
    },
    {
      message: "Contain at least %d of the following %d types of characters:",
      code: "containsAtLeast",
      format: [minimumTypes, characterTypes.length],
      items,
      verified: items.filter((item) => item.verified).length >= minimumTypes,
    },
  ];
}
