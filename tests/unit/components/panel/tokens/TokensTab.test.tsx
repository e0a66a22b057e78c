import { describe, expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
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
import { writeToken } from "../../../lib/tokens/sign-token.ts";
import { now, openActivity, tenant } from "../../fake-worker.ts";

function createModel() {
  return new TokensModel({
    now: () => now,
    schedule: () => () => undefined,
    keySets: {
      read: () => {
        throw new Error("no keys are faked");
      },
    },
  });
}

async function showTab(given: Parameters<typeof openActivity>[0] = { tenant: undefined }) {
  const { activity, tell } = openActivity(given);
  const model = createModel();
  const place = await show(<TokensTab activity={activity} model={model} />);
  return { place, tell, model, field: findField(place, "Token") };
}

test("shows one sentence and nothing to forget before the first token", async () => {
  const { place } = await showTab();
  expect(words(place)).toContain("Paste a token, or run a login");
  expect(findButton(place, "Forget token").disabled).toBe(true);
});

test.each([
  ["not-a-token", "opaque"],
  ["a.b.c", ""],
  ["a.b.c.d.e", ""],
])("reports why %s cannot be decoded", async (text, word) => {
  const { place, field } = await showTab();
  await type(field, text);
  expect(words(place)).toContain("This is not a JWT.");
  expect(words(place)).toContain(word);
});

test("clears the field and the report when the token is forgotten", async () => {
  const { place, field } = await showTab();
  await type(field, "not-a-token");
  await click(findButton(place, "Forget token"));
  expect(document.activeElement, "one goes on there").toBe(field);
  expect(field.value).toBe("");
  expect(words(place)).not.toContain("not-a-token");
  expect(words(place)).toContain("Paste a token");
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
