import * as z from "zod/mini";
import { CLOCK_SKEW } from "./credentials.ts";
import { describeAccessToken } from "./describe-access-token.ts";
import { compareScopes } from "./compare-scopes.ts";

/** What is expected of the credential that is tested. */
export interface CredentialExpectation {
  /** The scopes that the chosen surfaces need; see `proposeScopes`. */
  needed: readonly string[];
  /** The management interface's address with its trailing slash: `https://{tenant}/api/v2/`. */
  audience: string;
  /** Who should have issued it: `https://{tenant}/`. Not compared when left out. */
  issuer?: string;
  /** Epoch milliseconds. */
  now: number;
}

const scopesSchema = z.array(z.string());

/** What a credential can do, as far as its access token tells. */
export const credentialReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opaque"), words: z.string() }),
  z.object({
    kind: z.literal("jwt"),
    /** The claims are read and not verified: whoever made the token wrote them. The tenant alone decides. */
    isVerified: z.literal(false),
    scopes: z.object({
      has: scopesSchema,
      lacks: scopesSchema,
      /** What the token holds beyond what is needed: less would be safer. */
      beyond: scopesSchema,
    }),
    /** Epoch milliseconds; absent when the token names no end. */
    expiresAt: z.optional(z.number()),
    hasExpired: z.boolean(),
    /** A client's own token, or that of a user who logged in through a client. */
    holder: z.object({ client: z.optional(z.string()), subject: z.optional(z.string()) }),
    audience: z.array(z.string()),
    isForThisAudience: z.boolean(),
    issuer: z.optional(z.string()),
    /** One sentence for each thing that stands in the way, with what to do about it. */
    problems: z.array(z.string()),
    words: z.string(),
  }),
]);
export type CredentialReport = z.infer<typeof credentialReportSchema>;

/**
 * Reads what an access token can do at the management interface from its own claims. No request is made, nothing is
 * verified, and no part of the token other than these claims gets into the report.
 */
export function testCredential(
  token: string,
  { needed, audience, issuer: expectedIssuer, now }: CredentialExpectation,
): CredentialReport {
  const claims = describeAccessToken(token.trim().replace(/^bearer\s+/iu, ""));
  if (claims.kind === "opaque") {
    return {
      kind: "opaque",
      words:
        "This token is opaque: it does not tell what it can do or when it ends. The management interface takes JSON Web Tokens alone and will refuse it; get one for its audience.",
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
      now < expiresAt + CLOCK_SKEW
        ? "By the clock of this device the token has just expired. Get a new one, or set the clock if it is ahead."
        : "The token has expired. Get a new one.",
    );
  }
  if (expectedIssuer !== undefined && issuer !== expectedIssuer) {
    problems.push(
      `The token does not say that this tenant issued it. Get one from ${expectedIssuer}`,
    );
  }
  if (!isForThisAudience) {
    problems.push(
      `The token is meant for another audience. Get one whose audience is ${audience}, at the tenant's own domain.`,
    );
  }
  if (scopes.lacks.length > 0) {
    const scope = scopes.lacks.length === 1 ? "scope" : "scopes";
    problems.push(
      `The token lacks the ${scope} ${scopes.lacks.join(", ")}. Grant the client what is missing, then get a new token.`,
    );
  }
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
    words:
      problems.length === 0
        ? "By its own claims, which nobody has verified here, the token can do all that is needed."
        : "By its own claims, which nobody has verified here, the token cannot do all that is needed.",
  };
}
