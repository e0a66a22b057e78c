import { decodeToken } from "../decode-token.ts";
import { decideKind } from "./decide-kind.ts";
import { describeJwe } from "./describe-jwe.ts";
import { describeOpaque } from "./describe-opaque.ts";

/**
 * Names the kind of a token for a list, such as "ID token" or "Refresh token". Decodes the token,
 * but verifies nothing: a list can have many tokens.
 *
 * @param name the name before the token in the text
 */
export function nameKind(text: string, name: string | undefined): string {
  const decoded = decodeToken(text);
  if (decoded.ok) {
    return decideKind(decoded.token, name === undefined ? {} : { name }).tokenKind.title;
  }
  const { code } = decoded.failure;
  if (code === "opaque") return describeOpaque(text, name).tokenKind.title;
  const encrypted = code === "encrypted" ? describeJwe(text, { now: 0 }) : undefined;
  return encrypted?.tokenKind.title ?? "JWS without readable claims";
}
