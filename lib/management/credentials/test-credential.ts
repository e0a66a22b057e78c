import * as z from "zod/mini";
import { plural } from "../../encoding/plural.ts";
import { clockSkew } from "./credentials.ts";
import { describeAccessToken } from "./describe-access-token.ts";
import { parseScope } from "./scopes.ts";
import { compareScopes } from "./compare-scopes.ts";

/** The requirements that a credential is tested against. */
export interface CredentialExpectation {
  /** The scopes that the chosen surfaces need; see `proposeScopes`. */
  needed: readonly string[];
  /** The URL of the Management API, with a trailing slash: `https://{tenant}/api/v2/`. */
  audience: string;
  /** The expected issuer, `https://{tenant}/`. Without it, the issuer is not compared. */
  issuer?: string;
  /** Epoch milliseconds. */
  now: number;
  /** The token comes from a login of the current user. */
  isUserLogin?: boolean;
  /** The user marked the tenant as read-only: the extension changes nothing there. */
  isReadOnly?: boolean;
}

const scopesSchema = z.array(z.string());

/** The abilities of a credential, according to its access token. */
export const credentialReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opaque"), message: z.string() }),
  z.object({
    kind: z.literal("jwt"),
    /** The claims are not verified and may be forged. Only the tenant can accept the token. */
    isVerified: z.literal(false),
    scopes: z.object({
      has: scopesSchema,
      lacks: scopesSchema,
      /** Scopes of the token that are not needed. A token without them would be safer. */
      beyond: scopesSchema,
    }),
    /** Epoch milliseconds; absent for a token without expiry. */
    expiresAt: z.optional(z.number()),
    hasExpired: z.boolean(),
    /** The client of the token and its subject: a user, or the client itself. */
    holder: z.object({ client: z.optional(z.string()), subject: z.optional(z.string()) }),
    audience: z.array(z.string()),
    isForThisAudience: z.boolean(),
    issuer: z.optional(z.string()),
    /** One message for each problem, with its remedy. */
    problems: z.array(z.string()),
    /** True for a token of the current user: the profile and event stream operations refuse it. */
    isForUser: z.boolean(),
    /** A warning about unneeded scopes at a read-only tenant, with the remedy. */
    excess: z.optional(z.string()),
    message: z.string(),
  }),
]);
export type CredentialReport = z.infer<typeof credentialReportSchema>;

/**
 * Reads the abilities of an access token from its claims. Sends no request and verifies nothing.
 * The report contains no other part of the token.
 */
export function testCredential(
  token: string,
  expectation: CredentialExpectation,
): CredentialReport {
  const { needed, audience, issuer: expectedIssuer, now } = expectation;
  const { isUserLogin: isForUser = false, isReadOnly = false } = expectation;
  const claims = describeAccessToken(token.trim().replace(/^bearer\s+/iu, ""));
  if (claims.kind === "opaque") {
    return {
      kind: "opaque",
      message:
        "This token is opaque, so its scopes and expiry cannot be read. The Management API accepts only JWTs and will reject it. Get a JWT for its audience.",
    };
  }
  const scopes = compareScopes(needed, claims.scopes);
  const beyond = claims.scopes.filter((scope) => !needed.includes(scope));
  const { expiresAt, issuer, clientId: client, subject } = claims;
  const hasExpired = expiresAt !== undefined && expiresAt <= now;
  const isForThisAudience = claims.audience.includes(audience);
  const problems: string[] = [];
  if (hasExpired) {
    problems.push(
      now < expiresAt + clockSkew
        ? "The token has just expired according to this device's clock. Get a new token, or correct the clock if it is ahead."
        : "The token has expired. Get a new token.",
    );
  }
  if (expectedIssuer !== undefined && issuer !== expectedIssuer) {
    problems.push(`The token's issuer is not this tenant. Get a token from ${expectedIssuer}`);
  }
  if (!isForThisAudience) {
    problems.push(
      `The token has another audience. Get a token with the audience ${audience}, from the tenant's own domain.`,
    );
  }
  if (scopes.lacks.length > 0) {
    const scope = scopes.lacks.length === 1 ? "scope" : "scopes";
    problems.push(
      `The token lacks the ${scope} ${scopes.lacks.join(", ")}. Grant the client the missing ${scope}, then get a new token.`,
    );
  }
  const excess = isReadOnly ? describeExcess(beyond) : undefined;
  return {
    kind: "jwt",
    isVerified: false,
    scopes: { ...scopes, beyond },
    ...(expiresAt === undefined ? {} : { expiresAt }),
    hasExpired,
    holder: {
      ...(client === undefined ? {} : { client }),
      ...(subject === undefined ? {} : { subject }),
    },
    audience: claims.audience,
    isForThisAudience,
    ...(issuer === undefined ? {} : { issuer }),
    problems,
    isForUser,
    ...(excess === undefined ? {} : { excess }),
    message: describeUse(problems.length === 0, isForUser),
  };
}

function describeUse(canAll: boolean, isForUser: boolean): string {
  if (!canAll)
    return "According to its claims (not verified here), the token does not meet all requirements.";
  return isForUser
    ? "According to its claims (not verified here), the token allows the library's calls for the current user. Token exchange profiles, connection profiles and the event stream reject it: save client credentials or an access token for those."
    : "According to its claims (not verified here), the token has all required permissions.";
}

/**
 * Describes the unneeded management scopes at a read-only tenant. The read-only mark binds only
 * this extension: any other bearer of the token can use all its scopes.
 */
function describeExcess(beyond: readonly string[]): string | undefined {
  const parsed = beyond.map(parseScope).filter((scope) => scope !== undefined);
  if (parsed.length === 0) return undefined;
  const changing = parsed.filter(({ verb }) => verb !== "read").length;
  const scopes = plural(parsed.length, "scope");
  const changes =
    changing === 0 ? "none of which allows changes" : `${changing} of which allow changes`;
  return `The token has ${scopes} more than required, ${changes}. The read-only mark limits this extension, not the token. Grant the client only the required scopes, then get a new token.`;
}
