import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  adaId,
  audienceOf,
  findOperation,
  getTokens,
  graceId,
  prepare,
  readMail,
} from "../../run-stage/prepare.ts";
import type { RunStage } from "../../run-stage/run-stage.ts";
import { PanelStage } from "../pages/panel-stage.ts";

// Each test proves rows of the interface description through the form of the panel.

const userScopes = "openid read:current_user update:current_user_metadata";

let panel: PanelStage;

beforeAll(async () => {
  panel = await PanelStage.open();
});
afterAll(() => panel?.close());

/** Logs in as the stage's person, and returns an access token of the Management API. */
async function getManagementToken(stage: RunStage): Promise<string> {
  const audience = audienceOf(stage);
  const tokens = await getTokens(stage, { audience, scope: userScopes, prompt: "login" });
  return tokens.accessToken ?? "";
}

/** Sends a request of the tenant's administrator, and returns its status. */
async function administer(stage: RunStage, method: string, path: string, body?: object) {
  const token = await stage.open.getToken();
  return (await stage.open.call(token, method, `/api/v2/users/${path}`, body)).status;
}

describe("a signup", () => {
  test(
    "requires an email address, a password and a connection",
    { tags: ["library.signup.email", "library.signup.password", "library.signup.connection"] },
    async () => {
      expect(await panel.refuse("signup", { connection: "" })).toEqual([
        "Enter: Email.",
        "Enter: Password.",
        "Enter: Connection.",
      ]);
    },
  );

  test(
    "keeps the user's metadata, and the user can log in with email address and password",
    {
      tags: ["library.signup.email", "library.signup.password", "library.signup.user-metadata"],
    },
    async () => {
      const rosalind = { username: "rosalind@example.com", password: "Double-helix-51" };
      const { outcome, result, stage } = await panel.runPrepared("signup");
      expect(outcome).toContain("signup returned.");
      const [, id = ""] = /\bid: "([^"]+)"/i.exec(result) ?? [];
      stage.person = rosalind;
      const values = { accessToken: await getManagementToken(stage), userId: `auth0|${id}` };
      const shown = await panel.perform(stage, findOperation("get-user"), values);
      expect(shown).toContain("getUser returned.");
      expect(await panel.run.result()).toContain('theme: "dark"');
    },
  );

  test(
    "needs a username for a connection that requires one",
    { tags: ["library.signup.username", "library.signup.connection"] },
    async () => {
      const without = { connection: "Demo-Usernames" };
      const refused = await panel.runPrepared("signup", without);
      expect(refused.outcome).toContain("signup failed: invalid_signup");
      const { outcome } = await panel.runPrepared("signup", { ...without, username: "rosalind" });
      expect(outcome).toContain("signup returned.");
    },
  );

  test(
    "is refused for a connection without a database",
    { tags: ["library.signup.database-only"] },
    async () => {
      const { outcome } = await panel.runPrepared("signup", { connection: "email" });
      expect(outcome).toContain("signup failed: invalid_connection");
    },
  );
});

test(
  "a password reset sends the user of a connection an email with a link",
  {
    tags: [
      "library.change-password.connection",
      "library.change-password.email",
      "library.change-password.mail",
    ],
  },
  async () => {
    const { outcome, stage } = await panel.runPrepared("change-password");
    expect(outcome).toContain("changePassword returned.");
    const mail = await readMail(stage, "ada@example.com");
    expect(mail).toMatchObject([{ kind: "password_reset", link: expect.stringMatching(/^http/) }]);
    const { outcome: refused } = await panel.runPrepared("change-password", {
      connection: "nowhere",
    });
    expect(refused).toContain("changePassword failed: invalid_request");
    expect(await panel.refuse("change-password", { connection: "" })).toEqual([
      "Enter: Email.",
      "Enter: Connection.",
    ]);
  },
);

test(
  "the user info has each field of the description",
  {
    tags: [
      "library.user-info.request",
      "library.user-info.sub",
      "library.user-info.nickname",
      "library.user-info.name",
      "library.user-info.picture",
      "library.user-info.updated-at",
      "library.user-info.email",
      "library.user-info.email-verified",
    ],
  },
  async () => {
    const { outcome, result, log } = await panel.runPrepared("user-info");
    expect(outcome).toContain("userInfo returned.");
    expect(log).toContainEqual(
      expect.objectContaining({ method: "GET", path: "/userinfo", status: 200 }),
    );
    for (const line of [
      `sub: "${adaId}"`,
      'nickname: "ada"',
      'name: "Ada Lovelace"',
      'picture: "https://pictures.tenant.example/ada.png"',
      'email: "ada@example.com"',
      'email_verified: "true"',
    ]) {
      expect(result).toContain(line);
    }
    expect(result).toMatch(/updated_at: "\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  },
);

describe("a call of the Management API", () => {
  test(
    "reads the profile of a user, with a token for this API only",
    { tags: ["library.management.get-user", "library.management.construct"] },
    async () => {
      const { outcome, result, stage, log } = await panel.runPrepared("get-user");
      expect(outcome).toContain("getUser returned.");
      expect(result).toContain(`user_id: "${adaId}"`);
      const path = `/api/v2/users/${encodeURIComponent(adaId)}`;
      expect(log).toContainEqual(expect.objectContaining({ method: "GET", path, status: 200 }));
      const audience = "https://reports.demo.example/";
      const { accessToken = "" } = await getTokens(stage, { audience, scope: "openid" });
      const other = { accessToken, userId: adaId };
      expect(await panel.perform(stage, findOperation("get-user"), other)).toContain(
        "getUser failed: Unauthorized",
      );
    },
  );

  test(
    "overwrites the same keys of the metadata, and adds new ones",
    { tags: ["library.management.patch-user-metadata"] },
    async () => {
      const first = { userMetadata: '{"color": "red", "size": "m"}' };
      const { stage } = await panel.runPrepared("patch-user-metadata", first);
      const accessToken = await getManagementToken(stage);
      const second = { accessToken, userId: adaId, userMetadata: '{"color": "blue", "age": "9"}' };
      await panel.perform(stage, findOperation("patch-user-metadata"), second);
      const result = await panel.run.result();
      for (const line of ['color: "blue"', 'size: "m"', 'age: "9"']) {
        expect(result).toContain(line);
      }
    },
  );

  test(
    "links an account, which ends, and moves no metadata in either direction",
    {
      tags: [
        "library.management.link-user",
        "library.management.linked-entry-gone",
        "library.management.metadata-not-merged",
      ],
    },
    async () => {
      const id = graceId.split("|")[1] ?? "";
      const [ada, grace] = [adaId, graceId].map(encodeURIComponent);
      const stage = await panel.reset();
      await administer(stage, "PATCH", `${grace}`, { user_metadata: { from: "grace" } });
      const operation = findOperation("link-user");
      const values = await prepare(stage, operation);
      expect(await panel.perform(stage, operation, values)).toContain("linkUser returned.");
      expect(await administer(stage, "GET", `${grace}`)).toBe(404);
      const readAda = { accessToken: await getManagementToken(stage), userId: adaId };
      await panel.perform(stage, findOperation("get-user"), readAda);
      const linked = await panel.run.result();
      expect(linked).toContain(`user_id: "${id}"`);
      expect(linked).not.toContain('from: "grace"');
      expect(await administer(stage, "DELETE", `${ada}/identities/auth0/${id}`)).toBe(200);
      const freed = await stage.open.call(
        await stage.open.getToken(),
        "GET",
        `/api/v2/users/${grace}`,
      );
      expect(JSON.stringify(await freed.json())).not.toContain("from");
    },
  );

  // The last test: the tenant keeps its custom domain.
  test(
    "goes to the tenant's own domain, never to its custom one",
    { tags: ["library.management.own-domain"] },
    async () => {
      const { options, tenant, chromium } = panel.session;
      const customOrigin = tenant.origin.replace("localhost", "127.0.0.1");
      await options.openSection("tenant");
      await options.tenant.getByLabel("Custom domain (optional)").fill(customOrigin);
      await options.tenant.getByRole("button", { name: "Save tenant" }).click();
      await options.tenant.getByText("Tenant saved.").waitFor();
      await chromium.firstPage.bringToFront();
      const { result } = await panel.runPrepared("build-authorize-url");
      expect(result).toContain(`${customOrigin}/authorize?`);
      const { outcome } = await panel.runPrepared("get-user");
      expect(outcome).toContain("getUser returned.");
    },
  );
});
