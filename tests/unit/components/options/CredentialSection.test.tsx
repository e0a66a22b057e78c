import { describe, expect, test } from "vitest";
import type { CredentialSummary } from "../../../../lib/messages/credential.ts";
import { sandboxOrigin } from "../../../../lib/messages/domain.ts";
import { inUse, now, tenant } from "../fake-worker.ts";
import {
  click,
  describe as describeControl,
  find,
  findButton,
  findField,
  insertText,
  perform,
  press,
  sourceOf,
  submit,
  type,
  words,
} from "../show.ts";
import { showOptions } from "./show-options.tsx";

const showCredential = (
  differing: Parameters<typeof showOptions>[0] = {},
  settings: Parameters<typeof showOptions>[1] = {},
) => showOptions(differing, { ...settings, section: "credential" });

const stored: CredentialSummary = {
  kind: "client_credentials",
  scopes: [],
  remembering: "session",
  isLocked: false,
};

async function chooseKind(form: ParentNode, kind: string): Promise<void> {
  const field = findField(form, "Kind");
  await perform(() => {
    field.value = kind;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

describe("entering a credential", () => {
  test("is not necessary for the sandbox: one click connects it again", async () => {
    const sandbox = { ...tenant, id: sandboxOrigin, origin: sandboxOrigin };
    const without = { ...inUse, tenant: sandbox, credential: undefined };
    const { credentialSection, worker } = await showCredential({
      tenants: [without],
      tenant: sandbox,
    });
    worker.answer("sandbox.open", { tenant: sandbox });
    await click(findButton(credentialSection(), "Try the sandbox"));
    expect(worker.sent.at(-1)?.command).toBe("sandbox.open");
  });

  test("removes a saved credential from the page", async () => {
    const { place, credentialForm, credentialSection, worker } = await showCredential({
      credential: undefined,
    });
    worker.answer("credential.save", stored);
    const form = credentialForm();
    await type(findField(form, "Client ID"), "demo-management");
    await type(findField(form, "Client secret"), "s3cret-of-the-client");
    await submit(credentialSection());
    expect(words(find(credentialSection(), "[role=status]"))).toContain("Credential saved.");
    expect(findField(form, "Client secret").value).toBe("");
    expect(sourceOf(place)).not.toContain("s3cret-of-the-client");
  });

  test("closes the form once the credential works, and a button opens it for another credential", async () => {
    const { place, credentialSection, worker, tell } = await showCredential({
      credential: undefined,
    });
    const form = () => place.querySelector("form[aria-label=Credential]");
    worker.answer("credential.save", stored);
    await type(findField(credentialSection(), "Client ID"), "demo-management");
    await type(findField(credentialSection(), "Client secret"), "s3cret-of-the-client");
    await submit(credentialSection());
    await perform(() => tell({ credential: stored }));
    expect(form()).toBeNull();
    expect(words(credentialSection())).toContain("Credential saved.");
    const replace = findButton(credentialSection(), "Replace credential…");
    expect(document.activeElement).toBe(replace);
    await click(replace);
    expect(form()).not.toBeNull();
    await type(findField(credentialSection(), "Client ID"), "another");
    await type(findField(credentialSection(), "Client secret"), "another secret");
    worker.refuse("credential.save", { code: "unauthorized", message: "Check the client ID." });
    await submit(credentialSection());
    expect(findField(credentialSection(), "Client secret").value).toBe("another secret");
  });

  test("rejects a paste over 1 MB in its fields", async () => {
    const { place, credentialForm } = await showCredential({ credential: undefined });
    expect(await insertText(findField(credentialForm(), "Client secret"), 2_000_000)).toBe(true);
    expect(words(place)).toContain("the limit is 1 MB");
  });

  test("is offered at once if the stored token has expired and cannot be renewed", async () => {
    const { place } = await showCredential({
      credential: { ...stored, kind: "access_token", expiresAt: now - 1 },
    });
    expect(place.querySelector("form[aria-label=Credential]")).not.toBeNull();
  });

  test("shows why the tenant rejects a credential, and keeps the input for a correction", async () => {
    const { credentialForm, credentialSection, worker } = await showCredential({
      credential: undefined,
    });
    worker.refuse("credential.save", { code: "unauthorized", message: "Check the client ID." });
    await type(findField(credentialForm(), "Client ID"), "a");
    await type(findField(credentialForm(), "Client secret"), "b");
    await submit(credentialSection());
    expect(words(find(credentialSection(), "[role=alert]"))).toContain(
      "Could not save the credential.Check the client ID.",
    );
    expect(findField(credentialForm(), "Client secret").value).toBe("b");
  });

  test("accepts an access token that is longer than the limit of the previous field", async () => {
    const { credentialForm } = await showCredential({ credential: undefined });
    expect(findField(credentialForm(), "Client ID")).toHaveProperty("maxLength", 200);
    await chooseKind(credentialForm(), "access_token");
    expect(findField(credentialForm(), "Access token")).toHaveProperty("maxLength", 20_000);
  });

  test("names the URL and the scopes of a user login", async () => {
    const { credentialForm } = await showCredential({ credential: undefined });
    await chooseKind(credentialForm(), "user_login");
    expect(words(credentialForm())).toContain("Log in at http://localhost:4400");
    expect(words(find(credentialForm(), ".proposal"))).toContain("Requests 4 scopes");
    expect(findButton(credentialForm(), "Log in and save").disabled).toBe(false);
  });
});

describe("remembering", () => {
  test("is off by default, and each choice is explained", async () => {
    const { credentialForm } = await showCredential({ credential: undefined });
    const radios = [...credentialForm().querySelectorAll<HTMLInputElement>("[type=radio]")];
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false]);
    expect(radios.map(describeControl)).toEqual([
      expect.stringContaining("never written to disk"),
      expect.stringContaining("a copy of the whole profile does"),
      expect.stringContaining("never stored"),
    ]);
  });

  test("with a passphrase asks for it twice, and sends it", async () => {
    const { credentialForm, credentialSection, worker } = await showCredential({
      credential: undefined,
    });
    worker.answer("credential.save", { ...stored, remembering: "passphrase" });
    await click(find(credentialForm(), "#remember-passphrase"));
    await chooseKind(credentialForm(), "access_token");
    await type(findField(credentialForm(), "Access token"), "a-token");
    await type(findField(credentialForm(), "Passphrase"), "correct horse");
    await submit(credentialSection());
    expect(describeControl(findField(credentialForm(), "Confirm passphrase"))).toContain("differ");
    await type(findField(credentialForm(), "Confirm passphrase"), "correct horse");
    await submit(credentialSection());
    expect(worker.sent).toEqual([
      {
        command: "credential.save",
        request: {
          tenantId: tenant.id,
          credential: { kind: "access_token", token: "a-token" },
          remembering: "passphrase",
          passphrase: "correct horse",
        },
      },
    ]);
  });

  test("is not offered in a private window", async () => {
    const { credentialForm } = await showCredential({ credential: undefined }, { isPrivate: true });
    expect(credentialForm().querySelectorAll("[type=radio]")).toHaveLength(0);
    expect(words(credentialForm())).toContain("In a private window");
  });
});

describe("the proposed scopes", () => {
  test("are those of the selected purposes, are explained, and can be copied", async () => {
    const { credentialForm } = await showCredential({ credential: undefined });
    await click(findField(credentialForm(), "Token exchange profiles"));
    await click(findField(credentialForm(), "Connection profiles"));
    expect(words(find(credentialForm(), ".proposal"))).toContain("Requires 1 scope");
    expect(words(find(credentialForm(), ".explained-scopes"))).toContain("read:events");
    expect(findButton(credentialForm(), "Copy the scopes").disabled).toBe(false);
  });
});

describe("a stored credential", () => {
  test("shows its scopes, its expiry and its storage", async () => {
    const { credentialSection } = await showCredential({
      credential: {
        ...stored,
        kind: "access_token",
        scopes: ["read:events", "<b>x</b>"],
        expiresAt: now,
        remembering: "device",
      },
    });
    const told = words(find(credentialSection(), ".stored"));
    expect(told).toContain("Access token in use. Remembered on this device. Its token expired");
    expect([...credentialSection().querySelectorAll(".scopes li")].map(words)).toEqual([
      "read:events",
      "<b>x</b>",
    ]);
  });

  test("asks for its passphrase while it is locked, and reports a wrong one at the field", async () => {
    const { credentialSection, worker } = await showCredential({
      credential: { ...stored, remembering: "passphrase", isLocked: true },
    });
    worker.refuse("credential.unlock", { code: "wrong-passphrase", message: "It is wrong." });
    const form = find(credentialSection(), 'form[aria-label="Unlock the credential"]');
    await type(findField(form, "Passphrase to unlock"), "wrong horse");
    await click(findButton(form, "Unlock"));
    expect(worker.sent).toEqual([
      {
        command: "credential.unlock",
        request: { tenantId: tenant.id, passphrase: "wrong horse" },
      },
    ]);
    expect(describeControl(findField(form, "Passphrase to unlock"))).toContain("It is wrong.");
  });

  test("shows scopes, missing scopes, subject and expiry when it is tested", async () => {
    const { credentialSection, worker } = await showCredential();
    worker.answer("credential.test", {
      kind: "jwt",
      has: ["read:events"],
      lacks: ["read:connection_profiles"],
      beyond: ["delete:users"],
      expiresAt: now,
      hasExpired: false,
      client: "demo-management",
      subject: "demo-management@clients",
      audience: ["http://localhost:4400/api/v2/"],
      problems: ["It lacks one scope."],
      isForUser: false,
      message: "According to its claims.",
    });
    await click(findButton(credentialSection(), "Test this credential"));
    const report = find(credentialSection(), ".report");
    expect(words(find(report, ".notice"))).toContain(
      "The token lacks required permissions.According to its claims.It lacks one scope.",
    );
    const facts = find(report, ".facts");
    expect(words(facts)).toMatch(/Clientdemo-managementSubjectdemo-management@clients.*Expires./);
    // The text depends on the language and calendar of this machine.
    expect(find(facts, "time").getAttribute("datetime")).toBe(new Date(now).toISOString());
    expect([...report.querySelectorAll("details")].map(words)).toEqual([
      "Missing scopes: 1read:connection_profilesAllows the bearer to read connection profiles.",
      "Required scopes (granted): 1read:eventsAllows the bearer to read the stream of tenant events.",
      "Extra scopes: 1delete:usersAllows the bearer to delete users.",
    ]);
  });

  test.each([
    [
      { isForUser: true },
      "The token is for the current user only.",
      "warning",
      "According to its claims.",
    ],
    [
      { excess: "250 too many." },
      "The token has more permissions than a read-only tenant needs.",
      "warning",
      "250 too many.",
    ],
    [{}, "The token has all required permissions.", "good", "According to its claims."],
  ])("with the facts %j is reported as: %s", async (known, title, severity, said) => {
    const { credentialSection, worker } = await showCredential();
    worker.answer("credential.test", {
      kind: "jwt",
      has: [],
      lacks: [],
      beyond: [],
      hasExpired: false,
      audience: [],
      problems: [],
      isForUser: false,
      message: "According to its claims.",
      ...known,
    });
    await click(findButton(credentialSection(), "Test this credential"));
    const notice = find(credentialSection(), ".report .notice");
    expect(words(find(notice, "strong"))).toBe(title);
    expect(notice.classList).toContain(severity);
    expect(words(notice)).toContain(said);
  });

  test("with an opaque token reports that its permissions cannot be read", async () => {
    const { credentialSection, worker } = await showCredential();
    worker.answer("credential.test", { kind: "opaque", message: "It is opaque." });
    await click(findButton(credentialSection(), "Test this credential"));
    expect(words(find(credentialSection(), ".credential-test"))).toContain("It is opaque.");
  });

  test("shows the reason if the test fails", async () => {
    const { credentialSection, worker } = await showCredential();
    worker.refuse("credential.test", { code: "no-permission", message: "No access." });
    await click(findButton(credentialSection(), "Test this credential"));
    expect(words(find(credentialSection(), "[role=alert]"))).toContain("No access.");
  });
});

describe("forgetting a credential", () => {
  test("lists what will be removed, and waits for the confirmation", async () => {
    const { credentialSection, worker } = await showCredential();
    worker.answer("credential.forget", {});
    await click(findButton(credentialSection(), "Forget credential…"));
    expect(words(find(credentialSection(), "[role=group]"))).toContain(
      "Forget the credential of “local”? The credential is removed from this device",
    );
    expect(document.activeElement).toBe(findButton(credentialSection(), "Cancel"));
    await press(findButton(credentialSection(), "Cancel"), "Escape");
    expect(document.activeElement).toBe(findButton(credentialSection(), "Forget credential…"));
    expect(worker.sent).toEqual([]);
    await click(findButton(credentialSection(), "Forget credential…"));
    await click(findButton(credentialSection(), "Forget credential"));
    expect(worker.sent).toEqual([
      { command: "credential.forget", request: { tenantId: tenant.id } },
    ]);
  });

  test("is reported, and the heading of its section gets the focus", async () => {
    const { credentialSection, worker, tell } = await showCredential();
    worker.answer("credential.forget", {});
    await click(findButton(credentialSection(), "Forget credential…"));
    await click(findButton(credentialSection(), "Forget credential"));
    await perform(() => tell({ credential: undefined }));
    expect(words(find(credentialSection(), "[role=status]"))).toContain("Credential forgotten.");
    expect(document.activeElement?.id).toBe("credential-heading");
  });

  test("requires a new confirmation at another tenant", async () => {
    const { credentialSection, tell, place } = await showCredential();
    await click(findButton(credentialSection(), "Forget credential…"));
    await perform(() => tell({ tenant: { ...tenant, id: "https://other.example" } }));
    expect(place.querySelector("[role=group]")).toBeNull();
  });

  test("cannot be confirmed while another one is being saved", async () => {
    const { credentialForm, credentialSection } = await showCredential(
      {},
      { logIn: () => new Promise(() => undefined) },
    );
    await click(findButton(credentialSection(), "Forget credential…"));
    await click(findButton(credentialSection(), "Replace credential…"));
    await chooseKind(credentialForm(), "user_login");
    await click(findButton(credentialForm(), "Log in and save"));
    expect(findButton(credentialSection(), "Forget credential").disabled).toBe(true);
  });
});
