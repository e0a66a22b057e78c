import { signal } from "@preact/signals";
import { describe, expect, test, vi } from "vitest";
import { LibraryCheck } from "../../../../../components/panel/tokens/LibraryCheck.tsx";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { LibraryCheckModel } from "../../../../../lib/models/tokens/library-check-model.ts";
import type { TokenOfRun } from "../../../../../lib/models/tokens/token-field-model.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import type { LibraryQuestion } from "../../../../../lib/runs/token-check/check-with-library.ts";
import { createLibraryCheck } from "../../../../../lib/runs/token-check/create-library-check.ts";
import { askTheLibrary } from "../../../lib/runs/token-check/ask-the-library.ts";
import {
  checkedAt,
  faultyTokens,
  keySet,
  keySetUrl,
  validTokens,
} from "../../../lib/runs/token-check/faulty-id-tokens.ts";
import { createSampleKey } from "../../../lib/tokens/keys/sample-keys.ts";
import { tenant as demo } from "../../fake-worker.ts";
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

const tenant: Tenant = {
  ...demo,
  id: "https://tenant.example",
  origin: "https://tenant.example",
  clientId: "client-1",
};

const select = (chosen: Tenant | undefined) => signal(chosen);

/** Shows the section with a tenant that serves only its key set. */
async function showCheck(given: { tenant: Tenant | undefined } = { tenant }) {
  const requests: string[] = [];
  const source = new TokensModel({
    now: () => checkedAt,
    schedule: () => () => undefined,
    keySets: { read: async () => ({ ok: false, why: "No keys are needed." }) },
  });
  const check = createLibraryCheck({
    clock: { now: () => checkedAt, after: () => () => undefined },
    crypto: globalThis.crypto,
    async fetch(url) {
      requests.push(url);
      return url === keySetUrl ? Response.json(keySet) : new Response("", { status: 404 });
    },
  });
  const model = new LibraryCheckModel({
    source,
    tenant: select(given.tenant),
    load: async () => check,
  });
  const place = await show(<LibraryCheck model={model} />);
  const open = async (): Promise<void> => {
    await perform(() => model.setOpen(true));
    await vi.waitFor(() => {
      expect(words(place)).toMatch(/\w/);
      expect(words(place)).not.toContain("Calling parseHash");
    });
  };
  return { place, source, requests, open };
}

/** Writes the run that has received a token. */
function writeRun(question: LibraryQuestion): TokenOfRun {
  const { clientId, nonce, maxAge, organization, accessToken } = question;
  const request = {
    response_type: "token id_token",
    client_id: clientId,
    ...(nonce !== undefined && { nonce }),
    ...(maxAge !== undefined && { max_age: `${maxAge}` }),
    ...(organization !== undefined && { organization }),
  };
  const response = { id_token: question.token, access_token: accessToken };
  const exchange = { request, response, issuer: "https://tenant.example/", receivedAt: checkedAt };
  return { name: "ID token", exchange };
}

/** Returns the shown members of the error, by name, and the shown remedy. */
function readError(place: HTMLElement): Record<string, string> {
  const names = [...place.querySelectorAll("dt")].map(words);
  const values = [...place.querySelectorAll("dd")].map((each) => each.textContent ?? "");
  const members = Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
  const [, remedy = ""] = /Fix: (.*?)Compared with/.exec(words(place)) ?? [];
  return { ...members, remedy };
}

const count = { equal: 0 };

describe("the answer of the library", () => {
  test.each(faultyTokens)("is the error that parseHash returns for $name", async (faulty) => {
    const { place, source, open, requests } = await showCheck();
    await source.take(faulty.question.token, writeRun(faulty.question));
    await perform(() => undefined);
    await open();
    const { leeway } = faulty.question;
    if (leeway !== undefined) {
      await type(findField(place, "Leeway"), `${leeway}`);
      await open();
    }
    const error = await askTheLibrary(faulty.question);
    expect(readError(place)).toEqual({
      error: error?.error,
      errorDescription: error?.errorDescription,
      reason: error?.reason,
      remedy: error?.remedy,
    });
    expect(error?.reason).toBe(faulty.reason);
    expect(requests.filter((url) => url !== keySetUrl)).toEqual([]);
    count.equal += 1;
  });

  test.each(validTokens)("is that parseHash accepts a token with $name", async (valid) => {
    const { place, source, open } = await showCheck();
    await source.take(valid.question.token, writeRun(valid.question));
    await perform(() => undefined);
    await open();
    if (valid.question.leeway !== undefined) {
      await type(findField(place, "Leeway"), `${valid.question.leeway}`);
      await open();
    }
    expect(await askTheLibrary(valid.question)).toBeNull();
    expect(words(place)).toContain("parseHash accepts this token.");
  });

  test("equals the error of parseHash, code and reason, for at least 40 faulty ID tokens", () => {
    process.stdout.write(
      `${count.equal} of ${faultyTokens.length} faulty ID tokens: equal error\n`,
    );
    expect(faultyTokens.length).toBeGreaterThanOrEqual(40);
    expect(count.equal).toBe(faultyTokens.length);
  });
});

const [good, noNonce] = validTokens.map(({ question }) => question.token);
const goodToken = good ?? "";

describe("the section", () => {
  test("is closed at first, and neither loads the library nor requests keys until it is opened", async () => {
    const { place, source, requests, open } = await showCheck();
    expect(words(place)).toBe("");
    await perform(() => source.paste(goodToken, tenant));
    expect(words(place)).toBe("What version 10's parseHash says");
    expect(find(place, "details").hasAttribute("open")).toBe(false);
    expect(requests).toEqual([]);
    await open();
    expect(words(place)).toContain("parseHash accepts this token.");
    expect(requests).toEqual([keySetUrl]);
  });

  test("checks a pasted token for the tenant's application, and again for another one", async () => {
    const { place, source, open, requests } = await showCheck();
    await perform(() => source.paste(goodToken, tenant));
    await open();
    expect(findField(place, "Application").value).toBe("client-1");
    await type(findField(place, "Application"), "client-2");
    await open();
    expect(readError(place)).toMatchObject({ error: "invalid_token", reason: "aud" });
    await type(findField(place, "Application"), "");
    expect(words(place)).toContain("Enter the application's client ID.");
    expect(requests, "the keys are kept").toEqual([keySetUrl]);
  });

  test("says that the nonce is not checked without one", async () => {
    const { place, source, open } = await showCheck();
    await perform(() => source.paste(noNonce ?? "", tenant));
    await open();
    expect(words(place)).toContain("parseHash does not check the token's nonce");
    expect(words(place)).toContain("application client-1, no nonce, leeway 60 seconds");
    await type(findField(place, "Nonce"), "nonce-1");
    await open();
    expect(readError(place)).toMatchObject({ reason: "nonce" });
    expect(words(place)).not.toContain("does not check");
  });

  test("shows the library's TypeError for a wrong leeway", async () => {
    const { place, source, open } = await showCheck();
    await perform(() => source.paste(goodToken, tenant));
    await open();
    await type(findField(place, "Leeway"), "soon");
    await open();
    expect(words(place)).toContain("leeway option is not valid: give seconds, 0 to 300.");
  });

  test("requests the keys of a domain only when the user has entered the whole domain", async () => {
    const { place, source, open, requests } = await showCheck({ tenant: undefined });
    await perform(() => source.paste(goodToken, undefined));
    await open();
    expect(words(place)).toContain("Select a tenant, or enter the domain");
    await type(findField(place, "Application"), "client-1");
    const domain = findField(place, "Domain");
    await type(domain, "tenant.example");
    expect(requests).toEqual([]);
    await perform(() => domain.dispatchEvent(new Event("change", { bubbles: true })));
    await open();
    expect(words(place)).toContain("parseHash accepts this token.");
    expect(requests).toEqual([keySetUrl]);
  });

  test("says which login filled the fields, and undoes a change", async () => {
    const { place, source, open } = await showCheck();
    const [run] = validTokens;
    if (run === undefined) throw new Error("There is no valid token.");
    await source.take(run.question.token, writeRun({ ...run.question, clientId: "client-2" }));
    await perform(() => undefined);
    await open();
    expect(words(place)).toContain("Application, nonce and domain come from “Last run: ID token”.");
    expect(findField(place, "Application").value).toBe("client-2");
    await type(findField(place, "Application"), "other");
    await click(findButton(place, "Undo changes"));
    expect(findField(place, "Application").value).toBe("client-2");
    await open();
  });

  test("marks an application that only the token itself names", async () => {
    const { place, source, open } = await showCheck({ tenant: undefined });
    await perform(() => source.paste(goodToken, undefined));
    await open();
    const options = [...place.querySelectorAll("option")];
    expect(options.map((one) => [one.value, words(one)])).toEqual([
      ["client-1", "client-1 (aud of the token itself)"],
    ]);
    await type(findField(place, "Application"), "client-1");
    expect(words(place)).toContain("The token itself names this client ID in aud");
    await type(findField(place, "Application"), "client-2");
    expect(words(place)).not.toContain("The token itself names");
  });

  test("uses pasted keys without a request, and names the key that version 10 ignores", async () => {
    const { place, source, open, requests } = await showCheck({ tenant: undefined });
    const other = await createSampleKey("ES256", "key-9");
    await perform(() => source.keys.paste(JSON.stringify({ keys: [...keySet.keys, other.jwk] })));
    await perform(() => source.paste(goodToken, undefined));
    await open();
    expect(findField(place, "Domain").value).toBe("https://tenant.example/");
    expect(words(place)).toContain("Nothing is requested from it: the pasted keys are used.");
    await type(findField(place, "Application"), "client-1");
    await open();
    expect(words(place)).toContain("parseHash accepts this token.");
    expect(words(place)).toContain("Compared with: the pasted keys, domain https://tenant");
    expect(words(place)).toContain(
      "verifies RS256 only. It ignores the pasted key ES256 kid key-9.",
    );
    await perform(() => source.keys.paste(JSON.stringify(other.jwk)));
    await open();
    expect(readError(place)).toMatchObject({ error: "invalid_token", reason: "kid" });
    expect(requests).toEqual([]);
  });

  test("does not let the user change the domain of a tenant", async () => {
    const { place, source, open } = await showCheck();
    await perform(() => source.paste(goodToken, tenant));
    await open();
    expect(findField(place, "Domain").hasAttribute("readonly")).toBe(true);
    expect(findField(place, "Domain").value).toBe("https://tenant.example/");
  });

  test("shows markup in a claim as text", async () => {
    const { place, source, open } = await showCheck();
    const [markup] = faultyTokens.filter(({ name }) => name.startsWith("markup"));
    await perform(() => source.paste(markup?.question.token ?? "", tenant));
    await open();
    expect(words(place)).toContain("<img src=x onerror=alert(1)>");
    expect(sourceOf(place)).not.toContain("<img");
  });
});
