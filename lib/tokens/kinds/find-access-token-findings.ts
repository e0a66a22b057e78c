import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import type { DecodedToken } from "../decode-token.ts";
import { showValue, type Finding } from "../finding.ts";
import { readType } from "./decide-kind.ts";

/** Applies the rules of access tokens alone (RFC 9068, section 2.2; RFC 9449, section 6.1). */
export function findAccessTokenFindings({ header, payload }: DecodedToken): Finding[] {
  return [
    ...(readType(header) === "at+jwt" ? checkProfileClaims(payload) : []),
    ...checkConfirmation(payload),
  ];
}

const profileClaims = ["sub", "client_id", "iat", "jti"];

/** An API need not check these claims (RFC 9068, section 4), so their absence is a warning. */
function checkProfileClaims(payload: JsonObject): Finding[] {
  const missing = profileClaims.filter((name) => payload[name] === undefined);
  if (missing.length === 0) return [];
  return [
    {
      id: "access-token-claims-missing",
      severity: "warning",
      title: `The access token has no ${missing.join(", no ")}`,
      seen: missing.map((name) => `${name} absent`).join(", "),
      why: "A token with typ at+jwt must contain iss, exp, aud, sub, client_id, iat and jti. An API may refuse it.",
      remedy: "Configure the issuer to set these claims, or to omit typ at+jwt.",
      source: "RFC 9068, section 2.2",
    },
  ];
}

function checkConfirmation({ cnf }: JsonObject): Finding[] {
  if (!isJsonObject(cnf) || !("jkt" in cnf)) return [];
  const { jkt } = cnf;
  // The SHA-256 hash in base64url has 43 characters.
  if (typeof jkt === "string" && /^[\w-]{43}$/u.test(jkt)) return [];
  return [
    {
      id: "binding-invalid",
      severity: "error",
      title: "cnf.jkt is not a thumbprint",
      seen: `cnf.jkt ${showValue(jkt)}`,
      why: "cnf.jkt is the SHA-256 thumbprint of the client's key: 43 characters of base64url.",
      remedy: "Configure the issuer to bind the token to the key of the DPoP proof.",
      source: "RFC 9449, section 6.1",
    },
  ];
}
