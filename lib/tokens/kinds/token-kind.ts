import * as z from "zod/mini";

/** The kind of a token, with the evidence that decided it. */
export const tokenKindSchema = z.object({
  /** The id of a kind in `kind-table.ts`, `jwt`, `signed-content`, `encrypted` or `opaque`. */
  id: z.string(),
  /** A noun, such as "Access token (RFC 9068), bound to a DPoP key". */
  title: z.string(),
  /** The facts that decided the kind, such as "header typ at+jwt". Contains no secret. */
  evidence: z.array(z.string()),
});
export type TokenKind = z.infer<typeof tokenKindSchema>;

/** The rules that apply to a JWT. */
export const tokenUseSchema = z.enum([
  "id_token",
  "access_token",
  "logout_token",
  "dpop_proof",
  "unknown",
]);
export type TokenUse = z.infer<typeof tokenUseSchema>;
