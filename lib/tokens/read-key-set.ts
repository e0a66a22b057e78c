import { parseJson } from "../encoding/json.ts";
import * as z from "zod/mini";

// RFC 7517, section 5: ignore keys that are not supported. So each key is parsed separately.
const jsonWebKeySchema = z.looseObject({
  kty: z.string(),
  kid: z.exactOptional(z.string()),
  alg: z.exactOptional(z.string()),
  use: z.exactOptional(z.string()),
});
const keySetDocumentSchema = z.looseObject({ keys: z.array(z.unknown()).check(z.maxLength(100)) });

export type JsonWebKey = z.infer<typeof jsonWebKeySchema>;
/** A JSON Web Key Set (RFC 7517, section 5) with its readable keys. */
export interface JsonWebKeySet {
  keys: JsonWebKey[];
}

/** Parses the text of a key set document. */
export function readKeySet(text: string): JsonWebKeySet | undefined {
  const document = keySetDocumentSchema.safeParse(parseJson(text));
  if (!document.success) return undefined;
  const keys = document.data.keys.map((key) => jsonWebKeySchema.safeParse(key));
  return { keys: keys.flatMap((key) => (key.success ? [key.data] : [])) };
}
