import type { CredentialKind, Remembering } from "../../messages/credential.ts";

/** The typed values of the credential form. */
export interface CredentialFields {
  kind: CredentialKind;
  token: string;
  clientId: string;
  clientSecret: string;
  remembering: Remembering;
  passphrase: string;
  passphraseAgain: string;
}

export const noCredentialFields: CredentialFields = {
  kind: "client_credentials",
  token: "",
  clientId: "",
  clientSecret: "",
  remembering: "session",
  passphrase: "",
  passphraseAgain: "",
};

/** The minimum of the sealed store, checked here before the form is sent. */
const minPassphraseLength = 8;

type CredentialProblems = Partial<
  Record<"token" | "clientId" | "clientSecret" | "passphrase" | "passphraseAgain", string>
>;

/** Returns one sentence for each field that the user must correct before a save. */
export function checkCredentialFields(fields: CredentialFields): CredentialProblems {
  return { ...checkSecret(fields), ...checkPassphrase(fields) };
}

function checkSecret({
  kind,
  token,
  clientId,
  clientSecret,
}: CredentialFields): CredentialProblems {
  if (kind === "user_login") return {};
  if (kind === "access_token") {
    return token.trim() === "" ? { token: "Paste an access token." } : {};
  }
  return {
    ...(clientId.trim() === "" ? { clientId: "Enter the client ID." } : {}),
    ...(clientSecret === "" ? { clientSecret: "Enter the client secret." } : {}),
  };
}

function checkPassphrase(fields: CredentialFields): CredentialProblems {
  if (fields.remembering !== "passphrase") return {};
  const { passphrase, passphraseAgain } = fields;
  if (Array.from(passphrase).length < minPassphraseLength) {
    return { passphrase: `Choose a passphrase of at least ${minPassphraseLength} characters.` };
  }
  return passphrase === passphraseAgain
    ? {}
    : { passphraseAgain: "The passphrases differ. Enter the same passphrase twice." };
}
