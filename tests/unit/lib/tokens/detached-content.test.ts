import { describe, expect, test } from "vitest";
import { inspectToken } from "../../../../lib/tokens/inspect-token.ts";
import {
  attachedExample,
  detachedExample,
  plainExample,
  type DetachedExample,
} from "./rfc/detached-example.ts";

const now = Date.UTC(2026, 10, 21);

/** Inspects the signature of an example with other content or another text, if given. */
function inspect(
  { key, ...example }: DetachedExample,
  { compact = example.compact, content }: { compact?: string; content?: Uint8Array },
) {
  const detached = content === undefined ? {} : { detached: content };
  return inspectToken(compact, { now, keys: { pasted: { keys: [key] } }, ...detached });
}

describe("a signature of detached content", () => {
  test.each([
    ["of RFC 7520, section 4.5", detachedExample],
    ["without base64url of RFC 7797, section 4.2", plainExample],
  ])("%s is verified with the content", async (_, example) => {
    expect(await inspect(example, { content: example.content })).toMatchObject({
      kind: "content",
      isDetached: true,
      bytes: example.content.length,
      verification: { kind: "verified", alg: "HS256" },
      findings: [],
    });
  });

  test("is not verified with one more line end", async () => {
    const content = Uint8Array.of(...detachedExample.content, 10);
    expect(await inspect(detachedExample, { content })).toMatchObject({
      verification: { kind: "wrong-signature" },
      findings: [{ id: "signature-wrong", severity: "error" }],
    });
  });

  test("is not verified without the content", async () => {
    expect(await inspect(detachedExample, {})).toMatchObject({
      isDetached: true,
      bytes: 0,
      verification: null,
    });
  });

  test.each([
    ["another critical parameter", { alg: "HS256", b64: false, crit: ["b64", "exp"] }],
    ["b64 without crit", { alg: "HS256", b64: false }],
  ])("is refused with %s", async (_, header) => {
    const written = Buffer.from(JSON.stringify(header)).toString("base64url");
    const compact = `${written}..${plainExample.compact.split(".")[2]}`;
    const report = await inspect(plainExample, { compact, content: plainExample.content });
    expect(report).toMatchObject({ verification: { kind: "unsupported-header" } });
  });
});

test("the content of a token that has its own is not replaced", async () => {
  const { compact } = attachedExample;
  const content = new TextEncoder().encode("other content");
  expect(await inspect(detachedExample, { compact, content })).toMatchObject({
    isDetached: false,
    bytes: detachedExample.content.length,
    verification: { kind: "verified" },
  });
});
