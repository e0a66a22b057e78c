import {
  isJsonObject,
  jsonValueSchema,
  parseJson,
  type JsonObject,
  readText,
} from "../../encoding/json.ts";

/** The unverified claims of an access token, for display and for timely renewal. */
export type AccessTokenDescription =
  | { kind: "opaque" }
  | {
      kind: "jwt";
      scopes: string[];
      /** Epoch milliseconds. */
      expiresAt?: number;
      issuer?: string;
      audience: string[];
      clientId?: string;
      /** The id of a user, or of the client itself. */
      subject?: string;
    };

const maxTokenLength = 64 * 1024;

/** Reads the payload of a JWT access token (RFC 9068). Any other text is opaque. */
export function describeAccessToken(token: string): AccessTokenDescription {
  const claims = readPayload(token);
  if (claims === undefined) return { kind: "opaque" };
  const { scope, exp, iss, aud } = claims;
  const clientId = readText(claims["azp"]) ?? readText(claims["client_id"]);
  const issuer = readText(iss);
  const subject = readText(claims["sub"]);
  const audiences = Array.isArray(aud) ? aud : [aud];
  return {
    kind: "jwt",
    scopes: (readText(scope) ?? "").split(/\s+/u).filter((word) => word !== ""),
    audience: audiences.filter((audience) => typeof audience === "string"),
    ...(typeof exp === "number" ? { expiresAt: exp * 1000 } : {}),
    ...(issuer === undefined ? {} : { issuer }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(subject === undefined ? {} : { subject }),
  };
}

function readPayload(token: string): JsonObject | undefined {
  const parts = token.split(".");
  const payload = parts[1];
  if (token.length > maxTokenLength || parts.length !== 3 || payload === undefined)
    return undefined;
  try {
    const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value = jsonValueSchema.safeParse(parseJson(text)).data;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
