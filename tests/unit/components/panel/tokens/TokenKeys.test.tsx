import { beforeAll, describe, expect, test } from "vitest";
import { TokenKeys } from "../../../../../components/panel/tokens/TokenKeys.tsx";
import { KeysModel } from "../../../../../lib/models/tokens/keys-model.ts";
import { createSampleKey, type SampleKey } from "../../../lib/tokens/keys/sample-keys.ts";
import {
  click,
  describe as describeField,
  find,
  findButton,
  findField,
  perform,
  show,
  sourceOf,
  type,
  words,
} from "../../show.ts";

const secret = "planted-secret-9b3e";
let rsa: SampleKey;

beforeAll(async () => {
  rsa = await createSampleKey("RS256", "one");
});

async function showKeys(owner?: string) {
  const keys = new KeysModel();
  const place = await show(<TokenKeys keys={keys} owner={owner} />);
  const field = findField(place, "Public key or secret");
  const summary = () => words(find(place, ".token-keys > summary"));
  const paste = (text: string) =>
    perform(() => {
      const event = new Event("paste", { bubbles: true, cancelable: true });
      const clipboardData = { getData: () => text };
      field.dispatchEvent(Object.assign(event, { clipboardData }));
    });
  return { place, keys, field, summary, paste };
}

test("is closed at first, and names the tenant whose keys are used", async () => {
  const { place, summary } = await showKeys("tenant local");
  expect(find(place, ".token-keys").hasAttribute("open")).toBe(false);
  expect(summary()).toBe("Keys: tenant local");
  expect((await showKeys()).summary()).toBe("Keys: none");
});

describe("a pasted key set", () => {
  test("is named in the summary, and lists its keys", async () => {
    const { place, summary, paste } = await showKeys();
    const other = await createSampleKey("ES256", "two");
    await paste(JSON.stringify({ keys: [rsa.jwk, other.jwk] }));
    expect(summary()).toBe("Keys: pasted, 2 keys (RS256 kid one, …)");
    expect(words(find(place, '[aria-label="Pasted keys"]'))).toBe("RS256 kid oneES256 kid two");
  });

  test("lists ten of its keys, and counts the others", async () => {
    const { place, paste } = await showKeys();
    const keys = Array.from({ length: 30 }, (_, kid) => ({ ...rsa.jwk, kid: `${kid}` }));
    await paste(JSON.stringify({ keys }));
    const items = find(place, '[aria-label="Pasted keys"]').children;
    expect(items).toHaveLength(11);
    expect(words(items[10] ?? place)).toBe("20 more");
  });

  test("can be set aside for the tenant's keys", async () => {
    const { place, summary, paste } = await showKeys("tenant local");
    await paste(rsa.spki);
    expect(summary()).toBe("Keys: pasted, RSA");
    const [ours, tenants] = place.querySelectorAll<HTMLInputElement>('[name="key-source"]');
    expect(ours?.checked).toBe(true);
    await click(tenants ?? place);
    expect(summary()).toBe("Keys: tenant local");
    await click(ours ?? place);
    expect(summary()).toBe("Keys: pasted, RSA");
  });
});

describe("a pasted secret", () => {
  test("is not in the document until it is revealed, and is gone once it is forgotten", async () => {
    const { place, field, summary, paste } = await showKeys();
    await paste(secret);
    expect(field.value).toBe("••••••••");
    expect(field instanceof HTMLTextAreaElement && field.readOnly).toBe(true);
    expect(sourceOf(document.documentElement)).not.toContain(secret);
    expect(summary()).toBe("Keys: pasted, secret");
    await click(findButton(place, "Reveal keys"));
    expect(field.value).toBe(secret);
    await click(findButton(place, "Mask keys"));
    expect(field.value).toBe("••••••••");
    await click(findButton(place, "Forget keys"));
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
    expect(summary()).toBe("Keys: none");
  });

  test("that is typed is masked when the field is left, and its dots cannot be edited", async () => {
    const { keys, field } = await showKeys();
    await type(field, "p");
    await type(field, "pl");
    expect(field.value).toBe("pl");
    await perform(() => field.dispatchEvent(new Event("blur")));
    expect(field.value).toBe("••••••••");
    await type(field, "••••••••x");
    await click(findButton(document.body, "Reveal keys"));
    expect(keys.shownText.value).toBe("pl");
  });

  test("that is dropped as text is masked at once", async () => {
    const { field, summary } = await showKeys();
    const event = new Event("drop", { bubbles: true, cancelable: true });
    const dataTransfer = { files: [], types: ["text/plain"], getData: () => secret };
    await perform(() => field.dispatchEvent(Object.assign(event, { dataTransfer })));
    expect(field.value).toBe("••••••••");
    expect(summary()).toBe("Keys: pasted, secret");
  });

  test("has an encoding to choose, which a key set has not", async () => {
    const { place, keys, paste } = await showKeys();
    await paste(JSON.stringify({ keys: [rsa.jwk] }));
    expect(words(place)).not.toContain("Encoding of the secret");
    await paste("c2VjcmV0");
    const encoding = findField(place, "Encoding of the secret");
    expect(encoding.value).toBe("text");
    await perform(() => {
      encoding.value = "base64";
      encoding.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(keys.inUse.value).toEqual({ keys: [{ kty: "oct", k: "c2VjcmV0" }] });
  });
});

describe("a text that is no key", () => {
  test("has its problem at the field, without the text", async () => {
    const { place, field, paste } = await showKeys();
    await paste('{"kty":"RSA","n":"planted-9b3e"}');
    expect(describeField(field)).toContain("e is missing or not base64url");
    expect(sourceOf(place)).not.toContain("planted");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("is emptied if it is a private key", async () => {
    const { field, paste } = await showKeys();
    await paste(JSON.stringify(rsa.privateJwk));
    expect(field.value).toBe("");
    expect(describeField(field)).toContain("This is a private key, and was not kept");
  });
});

test("a dropped file is read as a key, up to 1 MiB", async () => {
  const { place, field, keys, summary } = await showKeys();
  const drop = (file: File) =>
    perform(async () => {
      const event = new Event("drop", { bubbles: true, cancelable: true });
      const dataTransfer = { files: [file], types: ["Files"], getData: () => "" };
      field.dispatchEvent(Object.assign(event, { dataTransfer }));
      await Promise.resolve();
    });
  await drop(new File([rsa.spki], "key.pem"));
  await expect.poll(() => keys.names.value).toEqual(["RSA"]);
  await drop(new File(["a".repeat(1024 * 1024 + 1)], "large.pem"));
  expect(describeField(field)).toContain("large.pem is larger than 1 MiB. Paste only the keys.");
  expect(summary(), "the keys before stay").toBe("Keys: pasted, RSA");
  expect(sourceOf(place)).not.toContain("BEGIN");
});
