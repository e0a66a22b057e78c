import * as z from "zod/mini";
import { showHidden } from "../../encoding/show-hidden.ts";
import { stripSurroundings } from "../strip-surroundings.ts";
import { tokenKindSchema, type TokenKind } from "./token-kind.ts";

/** The facts about a token that only its issuer can read. */
export const opaqueReportSchema = z.object({
  kind: z.literal("opaque"),
  tokenKind: tokenKindSchema,
  /** In characters. */
  length: z.number(),
  /** The smallest known alphabet that has each of its characters. */
  alphabet: z.string(),
  /** The form, such as a UUID, if it is a known one. */
  form: z.optional(z.string()),
  /** The use of the likely kind, and how to learn more. */
  message: z.string(),
});
export type OpaqueReport = z.infer<typeof opaqueReportSchema>;

const alphabets: readonly [pattern: RegExp, name: string][] = [
  [/^\d+$/u, "digits"],
  [/^[\da-f]+$/iu, "hexadecimal digits"],
  [/^[A-Z2-7]+=*$/u, "base32"],
  [/^[\da-z]+$/iu, "letters and digits"],
  [/^[\w-]+$/u, "base64url"],
  [/^[\w+/-]+={0,2}$/u, "base64"],
  [/^[\w.~+/-]+=*$/u, "the characters of a bearer token (RFC 6750, section 2.1)"],
];

const forms: readonly [pattern: RegExp, name: string][] = [
  [/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu, "UUID"],
  [/^v\d+\.[\w.-]+$/iu, "version prefix and random value"],
  [/^[a-z]{2,8}_[\w-]{16,}$/iu, "prefix and random value"],
];

/** Describes a token without a header. The description contains none of its characters. */
export function describeOpaque(text: string, name?: string): OpaqueReport {
  const token = stripSurroundings(text);
  const form = forms.find(([pattern]) => pattern.test(token))?.[1];
  const [, alphabet] = alphabets.find(([pattern]) => pattern.test(token)) ?? [];
  const { tokenKind, message } = decideOpaqueKind(token, name);
  return {
    kind: "opaque",
    tokenKind,
    length: token.length,
    alphabet: alphabet ?? "other characters",
    ...(form === undefined ? {} : { form }),
    message,
  };
}

const byName: readonly { pattern: RegExp; id: TokenKind["id"]; title: string; message: string }[] =
  [
    {
      pattern: /^refresh[-_]?token/iu,
      id: "refresh-token",
      title: "Refresh token",
      message:
        "The client exchanges it for new tokens at the token endpoint. Only the tenant can read it.",
    },
    {
      pattern: /^(?:access[-_]?token|(?:proxy-)?authorization$|oauth2-bearer$)/iu,
      id: "opaque",
      title: "Opaque access token",
      message:
        "Only its issuer can read it. For an access token in JWT form, request one with an audience.",
    },
    {
      pattern: /^registration[-_]?access/iu,
      id: "opaque",
      title: "Registration access token",
      message: "It changes one client registration. Only its issuer can read it.",
    },
  ];

function decideOpaqueKind(
  token: string,
  name: string | undefined,
): { tokenKind: TokenKind; message: string } {
  const named = name === undefined ? undefined : byName.find(({ pattern }) => pattern.test(name));
  if (name !== undefined && named !== undefined) {
    const { id, title, message } = named;
    const evidence = [`the name ${showHidden(name)} in the text`, "no JWT header"];
    return { tokenKind: { id, title, evidence }, message };
  }
  const [, version = "", purpose = ""] = /^v([1-4])\.(local|public)\.[\w-]{20,}/u.exec(token) ?? [];
  if (purpose !== "") {
    const title = `PASETO (v${version}.${purpose})`;
    return {
      tokenKind: { id: "opaque", title, evidence: [`the prefix v${version}.${purpose}.`] },
      message:
        purpose === "local"
          ? "A PASETO is not a JWT. This one is encrypted with a secret that its issuer has."
          : "A PASETO is not a JWT. This one is signed, but only a PASETO library can verify it.",
    };
  }
  if (/^v1\.[\w-]{20,}$/u.test(token)) {
    return {
      tokenKind: {
        id: "refresh-token",
        title: "Opaque token, probably a refresh token",
        evidence: ["the prefix v1.", "no JWT header"],
      },
      message: "Refresh tokens of tenants often have this form. Only the tenant can read it.",
    };
  }
  return {
    tokenKind: { id: "opaque", title: "Opaque token", evidence: ["no JWT header"] },
    message:
      "This is not a JWT. Only its issuer can read it. It can be a refresh token, or an access token without an audience. For an access token in JWT form, request one with an audience.",
  };
}
