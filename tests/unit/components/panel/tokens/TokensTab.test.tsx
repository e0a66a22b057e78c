import { describe, expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
import { CompareModel } from "../../../../../lib/models/tokens/compare-model.ts";
import { ReadingModel } from "../../../../../lib/models/tokens/reading-model.ts";
import { RemovalModel } from "../../../../../lib/models/tokens/removal-model.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import {
  click,
  find,
  findButton,
  findField,
  perform,
  show,
  sourceOf,
  type,
  words,
} from "../../show.ts";
import type { KeySetReading, KeySets } from "../../../../../lib/tokens/key-set.ts";
import { detachedExample } from "../../../lib/tokens/rfc/detached-example.ts";
import { createSigner, writeToken } from "../../../lib/tokens/sign-token.ts";
import { now, openActivity, tenant } from "../../fake-worker.ts";

const failToRead: KeySets["read"] = () => {
  throw new Error("no keys are faked");
};

function createModel(read: KeySets["read"]) {
  return new TokensModel({
    now: () => now,
    schedule: () => () => undefined,
    keySets: { read },
  });
}

function createReading({ report, decoded }: InstanceType<typeof TokensModel>) {
  return new ReadingModel({ report, decoded, now: () => now, schedule: () => () => undefined });
}

async function showTab(
  given: Parameters<typeof openActivity>[0] = { tenant: undefined },
  read = failToRead,
) {
  const { activity, tell } = openActivity(given);
  const model = createModel(read);
  const comparison = new CompareModel({
    now: () => now,
    schedule: () => () => undefined,
    inspected: model,
  });
  const removal = new RemovalModel({ field: model, comparison, tenants: activity });
  const models = { model, comparison, removal, reading: createReading(model) };
  const place = await show(<TokensTab activity={activity} {...models} />);
  return { place, tell, model, field: findField(place, "Token") };
}

test("asks for the content of a signature that does not contain it, and only then", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "RS256" }, {}));
  expect(place.querySelector(".detached-content")).toBeNull();
  await type(field, detachedExample.compact);
  expect(words(place)).toContain("Not checked: paste the signed content.");
  expect(words(find(place, ".detached-content"))).toContain("Signed content");
});

test("shows one sentence and nothing to forget before the first token", async () => {
  const { place } = await showTab();
  expect(words(place)).toContain("Paste a token, or run a login");
  expect(findButton(place, "Forget token").disabled).toBe(true);
});

test("the verdict says when the token expires, above what failed", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "none" }, { exp: Math.floor(now / 1000) + 60 }));
  await expect.poll(() => place.querySelector(".notice .facts time")).not.toBeNull();
  const time = find(place, ".notice .facts time").getAttribute("datetime");
  expect(time).toBe(new Date(Math.floor(now / 1000) * 1000 + 60_000).toISOString());
});

test.each([
  ["not-a-token", "Only its issuer can read it."],
  ["a.b.c", "The header is not base64url"],
  ["a.b.c.d.e", "Only its issuer can read it."],
])("reports why %s cannot be decoded", async (text, word) => {
  const { place, field } = await showTab();
  await type(field, text);
  expect(words(place)).toContain("This is not a JWT.");
  expect(words(place)).toContain(word);
});

test.each([
  [
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA",
    [
      "Encrypted token (JWE)",
      "Key needed",
      "the key of 256 bits that sender and recipient share",
      "initialization vector",
      "12 bytes",
    ],
  ],
  ["refresh_token=s3cr3tOpaqueValue", ["Refresh token", "17 characters", "letters and digits"]],
])("shows what can be said about %s, not as an error", async (text, expected) => {
  const { place, field } = await showTab();
  await type(field, text);
  for (const word of expected) expect(words(place)).toContain(word);
  expect(place.querySelector(".notice.note")).not.toBeNull();
  expect(place.querySelector(".error, [role=alert]")).toBeNull();
});

test("shows the claims while the keys of the tenant do not arrive, and then the verdict above them", async () => {
  const keys = Promise.withResolvers<KeySetReading>();
  const { place, field } = await showTab({}, () => keys.promise);
  await type(field, writeToken({ alg: "RS256" }, { iss: "x", sub: "ada" }));
  const report = find(place, ".token-report");
  expect(report.getAttribute("aria-busy")).toBe("true");
  expect(words(report)).toContain(
    "Loading the keys of http://localhost:4400/. The claims below are not verified yet.",
  );
  expect(words(find(place, ".reading"))).toContain('"ada"');
  expect(words(find(place, ".reading"))).toContain("Header (1)");
  expect(place.querySelector(".notice, .checks")).toBeNull();
  await perform(() => keys.resolve({ ok: false, why: "Away." }));
  await expect.poll(() => words(report)).toContain("could not load the tenant's keys.");
  expect(words(report)).not.toContain("Loading the keys");
  expect(words(find(place, ".reading"))).toContain('"ada"');
});

test("lists each check of a token, and shows none as passed that was not made", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "RS256", kid: "k" }, { iss: "x", nonce: "n", exp: 1 }));
  const list = (outcome: string) =>
    [...place.querySelectorAll(`.checks li.${outcome} h3`)].map((title) => title.textContent);
  expect(list("passed")).toEqual(["Form", "Type", "Algorithm"]);
  expect(list("failed")).toEqual(["Audience", "Times", "Subject"]);
  expect(list("not-checked")).toEqual(["Signature", "Issuer", "Nonce"]);
  expect(words(find(place, "section.checks"))).toContain(
    "No tenant is selected, and no key is pasted.",
  );
  expect(words(place)).toContain("ID token (by claim nonce)");
  expect(place.querySelector(".notice.good")).toBeNull();
});

test("shows what needs attention, then the claims, and folds the checks that passed below them", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "RS256", kid: "k" }, { iss: "x", nonce: "n", exp: 1 }));
  const headings = [...find(place, ".token-report").querySelectorAll("h2")];
  expect(headings.map((heading) => heading.textContent)).toEqual([
    "Failed and open checks (6)",
    "Other findings (3)",
    "Claims (3)",
    "Header (2)",
    "Life",
    "3 checks passed",
  ]);
  const folded = find(place, ".checks.settled");
  expect(folded.hasAttribute("open")).toBe(false);
  expect([...folded.querySelectorAll("li h3")].map((title) => title.textContent)).toEqual([
    "Form",
    "Type",
    "Algorithm",
  ]);
});

test("shows the fault of an encrypted token as its verdict", async () => {
  const { place, field } = await showTab();
  await type(field, "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAA");
  expect(words(find(place, ".notice.error"))).toContain("A part has a wrong size");
  expect(words(place)).not.toContain("Other findings");
});

test.each([["refresh_token=s3cr3tOpaqueValue"], ["not a token at all"]])(
  "names no keys for %s, which has no signature",
  async (text) => {
    const { place, field } = await showTab({});
    await type(field, writeToken({ alg: "RS256" }, { sub: "ada" }));
    expect(words(place)).toContain("Checked against");
    await type(field, text);
    expect(words(place)).not.toContain("Checked");
  },
);

test("clears the field and the report when the token is forgotten", async () => {
  const { place, field } = await showTab();
  await type(field, "not-a-token");
  await click(findButton(place, "Forget token"));
  expect(document.activeElement, "one goes on there").toBe(field);
  expect(field.value).toBe("");
  expect(words(place)).not.toContain("not-a-token");
  expect(words(place)).toContain("Paste a token");
});

test("shows only the beginning of a very long text, and inspects and replaces all of it", async () => {
  const { place, field, model } = await showTab();
  const token = writeToken({ alg: "RS256" }, { sub: "ada", long: "a".repeat(60_000) });
  const pasteText = (text: string) => {
    const paste = new Event("paste", { bubbles: true, cancelable: true });
    const clipboardData = { getData: () => text };
    return perform(() => field.dispatchEvent(Object.assign(paste, { clipboardData })));
  };
  await pasteText(token);
  expect(model.text.value).toBe(token);
  expect(field.value).toBe(`${token.slice(0, 1_000)}…`);
  expect(field instanceof HTMLTextAreaElement && field.readOnly).toBe(true);
  expect(words(place)).toContain(
    `The text has ${token.length.toLocaleString("en")} characters. Only its beginning is shown`,
  );
  expect(words(find(place, ".token-report"))).toContain('"ada"');
  await pasteText("v1.short");
  expect(model.text.value).toBe("v1.short");
  expect(field.value).toBe("v1.short");
  expect(field instanceof HTMLTextAreaElement && field.readOnly).toBe(false);
});

test("explains the scopes of an access token, and omits the section for a token without scopes", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "RS256" }, { scope: "read:events" }));
  expect(words(place)).toContain("Scopes");
  expect(words(place)).toContain("Allows the bearer to read the stream of tenant events.");
  await type(field, writeToken({ alg: "RS256" }, { sub: "ada" }));
  expect(words(place)).not.toContain("Scopes");
});

test("names the tenant whose keys were used, also after another tenant is selected", async () => {
  const { place, tell, field } = await showTab({});
  await type(field, writeToken({ alg: "RS256" }, { sub: "ada" }));
  expect(words(place)).toContain("Checked against http://localhost:4400/.");
  const other = { ...tenant, id: "https://other.example", origin: "https://other.example" };
  await perform(() => tell({ tenant: { ...other, name: "other" } }));
  expect(words(place)).toContain(
    "Checked against http://localhost:4400/. “Inspect again” checks the token against other (https://other.example).",
  );
  await click(findButton(place, "Inspect again"));
  expect(words(place)).toContain("Checked against https://other.example/.");
  expect(words(place)).not.toContain("checks the token against");
});

test("removes the token of a tenant that is forgotten meanwhile, and says so", async () => {
  const { place, tell, field } = await showTab({ tenant });
  const token = writeToken({ alg: "RS256" }, { iss: "http://localhost:4400/", sub: "ada" });
  await type(field, token);
  expect(words(place)).toContain('"ada"');
  await perform(() => tell({ tenant: undefined }));
  expect(field.value).toBe("");
  expect(words(find(place, ".notice.note"))).toContain(
    "The token of the forgotten tenant local was removed from the field.",
  );
  expect(sourceOf(place)).not.toContain(token);
});

describe("a text with several tokens", () => {
  const text = JSON.stringify({
    id_token: writeToken({ alg: "RS256" }, { sub: "ada" }),
    access_token: writeToken({ alg: "RS256" }, { sub: "bob" }),
    refresh_token: "v1.opaque-1234",
  });

  test("lists them, and reports the chosen one", async () => {
    const { place, field } = await showTab();
    await type(field, text);
    expect(words(find(place, ".token-choice"))).toBe(
      "3 tokens in the text1. id_token: ID token2. access_token: Access token3. refresh_token: Refresh token",
    );
    expect(words(find(place, ".token-report"))).toContain('"ada"');
    const [, second] = place.querySelectorAll<HTMLInputElement>(".token-choice input");
    await click(second ?? place);
    expect(second?.checked).toBe(true);
    expect(words(find(place, ".token-report"))).toContain('"bob"');
    expect(words(find(place, ".token-report"))).not.toContain('"ada"');
  });

  test("is read from a dropped file", async () => {
    const { place, field, model } = await showTab();
    const drop = (files: readonly File[]) =>
      perform(async () => {
        const event = new Event("drop", { bubbles: true, cancelable: true });
        field.dispatchEvent(Object.assign(event, { dataTransfer: { files, types: ["Files"] } }));
        await Promise.resolve();
      });
    await drop([new File([text], "response.json")]);
    await expect.poll(() => model.tokens.value.length).toBe(3);
    await drop([new File(["a".repeat(1024 * 1024 + 1)], "large.har")]);
    expect(words(place)).toContain(
      "large.har is larger than 1 MiB. Paste the part with the token.",
    );
    expect(model.text.value, "the text before stays").toBe(text);
  });
});

describe("a token of a run", () => {
  const token = writeToken({ alg: "RS256" }, { sub: "ada", nonce: "n" });
  const exchange = {
    request: { client_id: "demo-spa", nonce: "n" },
    response: {},
    issuer: "http://localhost:4400/",
    receivedAt: now,
  };

  async function showToken() {
    const shown = await showTab({});
    await perform(() => shown.model.take(token, { name: "ID token", exchange }));
    return { ...shown, field: () => findField(shown.place, "Last run: ID token") };
  }

  test("is not in the document until it is revealed; its claims are", async () => {
    const { place, field } = await showToken();
    expect(sourceOf(place)).not.toContain(token);
    expect(field().value).toBe("••••••••");
    expect(words(place)).toContain('"ada"');
    await click(findButton(place, "Reveal token"));
    expect(field().value).toBe(token);
    await click(findButton(place, "Mask token"));
    expect(field().value).toBe("••••••••");
  });

  test("is replaced by a paste while it is masked, and its dots cannot be edited", async () => {
    const { place, field, model } = await showToken();
    const masked = field();
    expect(masked instanceof HTMLTextAreaElement && masked.readOnly).toBe(true);
    const paste = new Event("paste", { bubbles: true, cancelable: true });
    const clipboardData = { getData: () => "another.token.text" };
    await perform(() => masked.dispatchEvent(Object.assign(paste, { clipboardData })));
    expect(model.text.value).toBe("another.token.text");
    expect(findField(place, "Token").value).toBe("another.token.text");
  });

  test("has no button to reveal it once it is forgotten, like a pasted token", async () => {
    const { place } = await showToken();
    await click(findButton(place, "Forget token"));
    expect(words(place)).not.toContain("Reveal token");
    await type(findField(place, "Token"), token);
    expect(words(place)).not.toContain("Reveal token");
  });
});

test("shows one verdict: the root cause, which no finding repeats", async () => {
  const { place, field } = await showTab({});
  const claims = {
    iss: "http://localhost:4400/",
    sub: "ada",
    aud: "x",
    nonce: "n",
    exp: 1,
    iat: 1,
  };
  await type(field, writeToken({ alg: "RS256", kid: "k" }, claims));
  const notices = [...place.querySelectorAll(".token-report .notice")];
  expect(notices).toHaveLength(1);
  expect(notices[0]?.classList.contains("error")).toBe(true);
  expect(words(notices[0] ?? place)).toContain("The token has expired");
  expect(words(find(place, ".findings"))).not.toContain("The token has expired");
  const names = [...place.querySelectorAll("tbody th")].map(words);
  expect(names.slice(0, 2)).toEqual(["exp", "iss"]);
});

describe("pasted keys", () => {
  test("verify a token without a tenant, which the tab says, and are forgotten with it", async () => {
    const { place, field, model } = await showTab();
    expect(words(place)).toContain(
      "No tenant is selected. To verify signatures, select a tenant or paste its keys.",
    );
    const signer = await createSigner();
    await type(field, await signer.sign({ sub: "ada" }));
    expect(words(place)).toContain("Checked without keys.");
    await perform(() => model.keys.paste(JSON.stringify(signer.jwks)));
    await expect.poll(() => words(place)).toContain("Checked with the pasted keys.");
    expect(words(find(place, ".token-report"))).toContain("Signed with the pasted key");
    await click(findButton(place, "Forget token and keys"));
    expect(model.keys.hasText.value).toBe(false);
    expect(findButton(place, "Forget token").disabled).toBe(true);
  });

  test("are named before the first token", async () => {
    const { place, model } = await showTab({});
    await perform(() => model.keys.paste("a secret"));
    expect(words(place)).toContain("Signatures are checked with the pasted keys.");
  });
});
