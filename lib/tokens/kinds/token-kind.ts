import * as z from "zod/mini";

/** The kind of a token, with the evidence that decided it. */
export const tokenKindSchema = z.object({
  id: z.enum([
    "id-token",
    "access-token",
    "logout-token",
    "dpop-proof",
    "jwt",
    "signed-content",
    "encrypted",
    "refresh-token",
    "opaque",
  ]),
  /** A noun, such as "Access token (RFC 9068), bound to a DPoP key". */
  title: z.string(),
  /** The facts that decided the kind, such as "header typ at+jwt". Contains no secret. */
  evidence: z.array(z.string()),
});
export type TokenKind = z.infer<typeof tokenKindSchema>;
