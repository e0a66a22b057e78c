import { decodeBase64Url } from "../../../../../lib/encoding/base64url.ts";
import type { JsonWebKey } from "../../../../../lib/tokens/read-key-set.ts";
import { jwsExamples } from "./jws-examples.ts";

/** A signature, the content that it leaves out, and its key. */
export interface DetachedExample {
  readonly compact: string;
  readonly content: Uint8Array;
  readonly key: JsonWebKey;
}

function findExample(source: string): (typeof jwsExamples)[number] {
  const found = jwsExamples.find((example) => example.source === source);
  if (found === undefined) throw new Error(`There is no example of ${source}.`);
  return found;
}

/** The same signature with its content. */
export const attachedExample = findExample("RFC 7520, section 4.4");

/** The signature of RFC 7520, section 4.5, over the content of section 4.4. */
export const detachedExample: DetachedExample = {
  compact: findExample("RFC 7520, section 4.5").compact,
  content: decodeBase64Url(attachedExample.compact.split(".")[1] ?? "") ?? new Uint8Array(),
  key: attachedExample.key ?? { kty: "" },
};

/** RFC 7797, section 4.2: the content is signed without base64url. */
export const plainExample: DetachedExample = {
  compact:
    "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY",
  content: new TextEncoder().encode("$.02"),
  key: {
    kty: "oct",
    k: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
  },
};
