import type { DecodeFailure } from "../decode-token.ts";
import type { TokenSearch } from "./find-tokens.ts";

/** Explains why no token of a text is inspected; the message contains nothing of the text. */
export function explainNoToken(
  search: Exclude<TokenSearch["kind"], "found">,
  text: string,
): DecodeFailure {
  if (search === "too-long") {
    return {
      code: "too-long",
      message: "The text is longer than 1 MiB. Paste only the part with the token.",
    };
  }
  const start = text.trimStart();
  const names =
    "A token that is no JWT is found only under a name such as access_token or id_token, or alone.";
  if (/^[[{]/u.test(start)) {
    return { code: "no-token", message: `There is no token in this JSON. ${names}` };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(start)) {
    return {
      code: "no-token",
      message: `There is no token in this URL. ${names} A code is no token: run "Token request: code exchange" to redeem it.`,
    };
  }
  return { code: "no-token", message: `There is no token in this text. ${names}` };
}
