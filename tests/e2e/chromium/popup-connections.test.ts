import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchWorker } from "../pages/worker.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";

let stage: ConnectionsStage;
let guard: ConsoleGuard;

beforeAll(async () => {
  stage = await openConnectionsStage();
  guard = await watchConsoles(stage.chromium);
});
beforeEach(() => stage.reset());
afterAll(() => stage?.close());

const envelope = (status: number, message: string, errorCode?: string) => ({
  status,
  body: JSON.stringify({ statusCode: status, error: "planned", message, errorCode }),
});

/** Enters another name for “workforce” without sending it. */
async function rename(name = "staff"): Promise<void> {
  await stage.popup.open("workforce");
  await stage.popup.name.fill(name);
}

/** Counts the PATCH requests since the last read of the tenant's log. */
async function countPatches(after: number): Promise<number> {
  const log = await new TenantControl(stage.tenant.origin).log(after);
  return log.filter(({ kind, method }) => kind === "request" && method === "PATCH").length;
}

/** Reviews and sends the input; the tenant receives it, and does not respond yet. */
async function sendHeld(): Promise<void> {
  await stage.hold({ method: "PATCH" });
  await stage.popup.review();
  await stage.popup.button("Send changes").click();
  await stage.popup.page.getByText("Sending…").waitFor();
  await stage.waitForHeldRequest();
}

async function expectStored(profile: object, name: string): Promise<void> {
  expect(await stage.read(name)).toMatchObject(profile);
}

describe("an administrator", () => {
  test(
    "changes each part of a profile in the form, reviews the difference, and sends only that",
    { tags: ["service.connection-profile.update", "management.patch.profile"] },
    async () => {
      const before = await stage.read("workforce");
      const { popup } = stage;
      await rename();
      await popup.prefixTemplate.fill("w-{org_name}");
      await popup.page.getByLabel("Show as button").selectOption("optional");
      await popup.page.getByLabel("universal_logout", { exact: true }).uncheck();
      await popup.page.getByLabel("Features of adfs").selectOption("own");
      await popup.page.getByLabel("universal_logout for adfs").check();
      await popup.review();
      expect(await popup.readReview()).toEqual([
        'name "workforce" "staff"',
        'organization.show_as_button "required" "optional"',
        'connection_name_prefix_template "acme-{org_id}" "w-{org_name}"',
        'enabled_features [ "scim", "universal_logout" ] [ "scim" ]',
        'strategy_overrides.adfs.enabled_features not set [ "scim", "universal_logout" ]',
      ]);
      expect(await popup.sendReviewed()).toContain("Connection profile updated.");
      expect(await stage.read("staff")).toEqual({
        ...before,
        name: "staff",
        organization: { show_as_button: "optional", assign_membership_on_login: "required" },
        connection_name_prefix_template: "w-{org_name}",
        enabled_features: ["scim"],
        strategy_overrides: {
          okta: { enabled_features: ["scim"], connection_config: {} },
          waad: { enabled_features: ["universal_logout"] },
          adfs: { enabled_features: ["scim", "universal_logout"] },
        },
      });
    },
  );

  test("undoes the change with one click, and redoes it", async () => {
    const before = await stage.read("workforce");
    const { popup } = stage;
    await rename();
    await popup.send();
    await popup.button("Undo").click();
    await popup.page.getByText("Change undone.").waitFor();
    expect(await stage.read("workforce")).toEqual(before);
    await popup.button("Redo").click();
    await popup.heading("staff").waitFor();
    await expectStored({ name: "staff" }, "staff");
  });

  test("sees each violated limit at its field before anything is sent", async () => {
    const { popup } = stage;
    await popup.open("workforce");
    const after = await new TenantControl(stage.tenant.origin).logEnd();
    for (const [field, text, words] of [
      [popup.name, "", "The name is required"],
      [popup.name, "x".repeat(51), "must not exceed 50 characters"],
      [popup.prefixTemplate, "-a", "must not start with a hyphen"],
      [popup.prefixTemplate, "a--b", "consecutive hyphens"],
      [popup.prefixTemplate, "a_b", "may contain only letters"],
      [popup.prefixTemplate, "abcdefgh-{org_id}", "must not exceed 15 characters"],
      [popup.configuration, '{"a" 1}', "Line 1, column 6"],
      [popup.configuration, "[]", "must be a JSON object"],
    ] as const) {
      const earlier = await field.inputValue();
      await field.fill(text);
      await popup.page.getByText(words).first().waitFor();
      expect(await popup.button("Review changes").isDisabled(), text).toBe(true);
      await field.fill(earlier);
    }
    await popup.page.getByText("No changes").waitFor();
    expect(await countPatches(after)).toBe(0);
  });
});

describe("raw JSON", () => {
  test("keeps unknown fields of the service unchanged", async () => {
    const known = await stage.read("workforce");
    const loose = {
      ...known,
      branding: { colour: "red", depth: [1, { two: null }] },
      strategy_overrides: { okta: { enabled_features: ["scim"], quota: 3 }, future: { a: 1 } },
    };
    const path = `/connection-profiles/${known.id}`;
    const answers = [
      { method: "GET", path: "/connection-profiles", body: { connection_profiles: [loose] } },
      { method: "GET", path, body: loose },
      { method: "PATCH", path, body: { ...loose, name: "staff" } },
    ] as const;
    for (const answer of answers)
      await stage.plan({ ...answer, status: 200, body: JSON.stringify(answer.body) });
    await stage.reopen();
    await rename();
    await stage.popup.page.getByLabel("scim for okta").uncheck();
    await stage.popup.editJson((text) => {
      expect(text).toContain('"depth"');
      return text.replace('"red"', '"blue"');
    });
    await stage.popup.showView("Form");
    await stage.popup.review();
    await stage.popup.page.getByText("Request body").click();
    const body: unknown = JSON.parse(
      await stage.popup.page.getByRole("region", { name: "Request body" }).innerText(),
    );
    expect(body).toEqual({
      name: "staff",
      branding: { colour: "blue", depth: [1, { two: null }] },
      strategy_overrides: { okta: { enabled_features: [], quota: 3 }, future: { a: 1 } },
    });
    await stage.popup.sendReviewed();
    // The worker's own requests can arrive in between.
    const log = await new TenantControl(stage.tenant.origin).log();
    expect(log.findLast(({ method }) => method === "PATCH")?.path).toBe(`/api/v2${path}`);
  });

  test("shows line and column of invalid JSON, lists the schema's findings, and keeps the text", async () => {
    const { popup } = stage;
    await popup.open("workforce");
    await popup.editJson(() => '{\n  "name": "staff",\n  "quota" 5\n}');
    await popup.page.getByText("Line 3, column 11: Expected a colon.").waitFor();
    await popup.showView("Form");
    await popup.page.getByText("The text is not valid JSON.").waitFor();
    expect(await popup.json.inputValue()).toContain('"quota" 5');
    await popup.json.fill('{"name": "", "enabled_features": ["sso"], "quota": 5}');
    const messages = popup.page.locator(".messages li");
    await expect
      .poll(() => messages.allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining("The name is required"),
          expect.stringContaining("enabled_features.0"),
          expect.stringContaining("quota Unknown property"),
        ]),
      );
  });
});

describe("a concurrent change by someone else", () => {
  test("is compared with one's own change and the base, and blocks sending until each conflict is resolved", async () => {
    const { popup } = stage;
    await rename();
    await popup.prefixTemplate.fill("s-{org_id}");
    await stage.change("workforce", { name: "employees", enabled_features: ["scim"] });
    const after = await new TenantControl(stage.tenant.origin).logEnd();
    expect(await popup.send()).toContain("Someone else changed this profile.");
    expect(await countPatches(after)).toBe(0);
    expect(await popup.button("Continue").isDisabled()).toBe(true);
    await popup.choose("name", "Mine");
    await popup.button("Continue").click();
    expect(await popup.readReview()).toEqual([
      'name "employees" "staff"',
      'connection_name_prefix_template "acme-{org_id}" "s-{org_id}"',
    ]);
    expect(await popup.sendReviewed()).toContain("Connection profile updated.");
    await expectStored(
      { connection_name_prefix_template: "s-{org_id}", enabled_features: ["scim"] },
      "staff",
    );
  });

  test("can be accepted for single properties, with one's own change of the others", async () => {
    const { popup } = stage;
    await rename();
    await popup.prefixTemplate.fill("s-{org_id}");
    await stage.change("workforce", { name: "employees" });
    await popup.send();
    await popup.choose("name", "Theirs");
    await popup.button("Continue").click();
    expect(await popup.sendReviewed()).toContain("Connection profile updated.");
    await expectStored({ connection_name_prefix_template: "s-{org_id}" }, "employees");
  });

  test("blocks an undo as well", async () => {
    const { popup } = stage;
    await rename();
    await popup.send();
    await stage.change("staff", { name: "employees" });
    await popup.button("Undo").click();
    await popup.page.getByText("Someone else changed this profile.").waitFor();
    await popup.choose("name", "Theirs");
    await popup.button("Continue").click();
    await popup.page.getByText("No changes are left to send.").waitFor();
    await expectStored({ name: "employees" }, "employees");
  });
});

describe("a rejection shows our message and the service's message, and keeps the input:", () => {
  // Unit tests of the Management client prove the messages of all rejections.
  test.each([
    {
      row: "400 body schema",
      answer: envelope(
        400,
        "Payload validation error: 'No enum match' on property x",
        "invalid_body",
      ),
      words: [
        "Several causes have the same response",
        "A configuration is not empty.",
        "Payload validation error",
      ],
    },
    {
      row: "400 no JSON Web Token",
      answer: envelope(400, "Bad HTTP authentication header format", "Bearer"),
      words: ["is not a JWT", "Bad HTTP authentication header format"],
    },
    {
      row: "401 invalid token",
      answer: envelope(401, "Invalid token"),
      words: [
        "the tenant rejected the management credential",
        "The access token is invalid",
        "Invalid token",
      ],
    },
    {
      row: "403 feature",
      answer: envelope(403, "Upgrade your subscription.", "feature_not_enabled"),
      words: ["plan does not include this feature", "Upgrade your subscription."],
    },
    {
      row: "409",
      answer: envelope(409, "A connection profile with this name already exists."),
      words: ["conflicts with existing data", "already exists"],
    },
    {
      row: "429",
      answer: {
        ...envelope(429, "Global limit has been reached", "too_many_requests"),
        headers: { "retry-after": "120" },
      },
      words: ["rate limit reached", "Try again after", "Global limit has been reached"],
    },
  ])("$row", async ({ answer, words }) => {
    const { popup } = stage;
    await rename();
    // One more request for the attempt with a renewed token.
    await stage.plan({ method: "PATCH", times: 2, ...answer });
    const told = await popup.send();
    expect(told).toContain("Could not update the profile.");
    for (const word of words) expect(told).toContain(word);
    expect(await popup.name.inputValue()).toBe("staff");
    await stage.control("DELETE", "/responses");
    await popup.button("Retry").click();
    await popup.page.getByText("Connection profile updated.").waitFor();
    await expectStored({ name: "staff" }, "staff");
  });

  test("400 of the tenant, for a property that it does not accept", async () => {
    const { popup } = stage;
    await popup.open("workforce");
    await popup.editJson((text) => text.replace('"name"', '"quota": 5, "name"'));
    const told = await popup.send();
    expect(told).toContain("Additional properties not allowed: quota");
    expect(await popup.json.inputValue()).toContain('"quota": 5');
  });

  test("403 of the tenant, for a token without the scope", async () => {
    await stage.useToken(await stage.issueToken("read:connection_profiles read:events"));
    await rename();
    const told = await stage.popup.send();
    expect(told).toContain("lacks the scope update:connection_profiles");
    expect(await stage.popup.name.inputValue()).toBe("staff");
  });

  test("404: the profile was deleted, and the list is offered", async () => {
    const { popup } = stage;
    await rename();
    await stage.remove("workforce");
    const told = await popup.send();
    expect(told).toContain("This profile was deleted.");
    expect(await popup.name.inputValue()).toBe("staff");
    await popup.button("Reload the list").click();
    const rows = popup.page.locator(".profile-list .row");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringContaining("partners"),
        expect.stringContaining("deleted, draft kept"),
      ]);
    await rows.last().click();
    expect(await popup.name.inputValue()).toBe("staff");
    await popup.button("Discard my changes").click();
    await expect.poll(() => rows.count()).toBe(1);
  });
});

describe("an access token that has expired", () => {
  test("is renewed automatically from the client credentials", async () => {
    await rename();
    await stage.control("PUT", "/clock", { skew: 3 * 86_400 });
    expect(await stage.popup.send()).toContain("Connection profile updated.");
  });

  test("and was pasted is reported, and the input is kept", async () => {
    await stage.useToken(await stage.issueToken());
    await rename();
    await stage.control("PUT", "/clock", { skew: 3 * 86_400 });
    const told = await stage.popup.send();
    expect(told).toContain("has expired");
    expect(told).toContain("Expired token received");
    expect(await stage.popup.name.inputValue()).toBe("staff");
  });
});

describe("success", () => {
  test.each([200, 206])("is any 2xx: %d", async (status) => {
    await rename();
    const profile = { ...(await stage.read("workforce")), name: "staff" };
    await stage.plan({ method: "PATCH", status, body: JSON.stringify(profile) });
    expect(await stage.popup.send()).toContain("Connection profile updated.");
    expect(await stage.popup.heading("staff").count()).toBe(1);
  });

  test("without a body is checked: an update without an effect is reported as such", async () => {
    await rename();
    await stage.plan({ method: "PATCH", status: 204 });
    expect(await stage.popup.send()).toContain(
      "The service reported success but did not apply every change.",
    );
  });

  test("that changes nothing is reported", async () => {
    await stage.control("PUT", "/faults", { "patch-not-applied": true });
    await rename();
    const told = await stage.popup.send();
    expect(told).toContain("The service reported success but did not apply every change.");
    expect(told.replaceAll(/\s+/g, " ")).toContain('name "workforce" "staff"');
  });
});

describe("a lost response", () => {
  test("on the way back can be checked, also by the next popup, and the check finds the change", async () => {
    await rename();
    // The number of attempts for a change of absolute values.
    await stage.plan({ method: "PATCH", times: 3, cut: 0 });
    expect(await stage.popup.send()).toContain("The response to your change was lost.");
    await stage.reopen();
    await stage.popup.page.getByText("The response to your change was lost.").waitFor();
    await stage.popup.button("Check profile").click();
    await stage.popup.page
      .getByText("The response was lost, but the profile contains your change.")
      .waitFor();
    await stage.popup.button("Undo").click();
    await stage.popup.page.getByText("Change undone.").waitFor();
    await expectStored({ name: "workforce" }, "workforce");
  });

  test("in the middle of the body is checked at once", async () => {
    await rename();
    const planned = {
      method: "PATCH",
      path: `/api/v2/connection-profiles/${(await stage.read("workforce")).id}`,
    };
    await stage.control("POST", "/responses", { ...planned, broken: true });
    await stage.popup.review();
    await stage.popup.button("Send changes").click();
    await stage.popup.page
      .getByText("The response was lost, but the profile contains your change.")
      .waitFor();
    await expectStored({ name: "staff" }, "staff");
  });

  test("because the worker ended after the popup was closed is reported by the next popup", async () => {
    const watch = await watchWorker(stage.chromium);
    await rename();
    await sendHeld();
    await stage.popup.page.close();
    await watch.stop();
    await stage.reopen();
    await stage.popup.page.getByText("The response to your change was lost.").waitFor();
    await stage.release();
    await expect.poll(() => stage.read("staff").catch(() => undefined)).toBeDefined();
    await stage.popup.button("Check profile").click();
    await stage.popup.page.getByText("Connection profile updated.").waitFor();
    await watch.end();
  });

  test("because the worker ended is reported, and the next worker finds the outcome", async () => {
    const watch = await watchWorker(stage.chromium);
    await rename();
    await sendHeld();
    await watch.stop();
    await stage.popup.page.getByText("The response to your change was lost.").waitFor();
    await stage.release();
    await expect.poll(() => stage.read("staff").catch(() => undefined)).toBeDefined();
    await stage.popup.button("Check profile").click();
    await stage.popup.page.getByText("Connection profile updated.").waitFor();
    await watch.end();
  });
});

describe("a popup that is closed while a change is sent", () => {
  test("shows the change as in flight when it is opened again, then its outcome", async () => {
    await rename();
    await sendHeld();
    await stage.reopen();
    await stage.popup.page.getByText("Sending…").waitFor();
    await stage.release();
    await stage.popup.page.getByText("Connection profile updated.").waitFor();
    await stage.popup.page.getByText("The profile below is from the service's response.").waitFor();
    await expectStored({ name: "staff" }, "staff");
    await stage.popup.button("Undo").click();
    await stage.popup.page.getByText("Change undone.").waitFor();
    await stage.reopen();
    await stage.popup.page.locator(".profile-list").waitFor();
  });
});

describe("a read-only tenant", () => {
  test("requires its name for each change, also for the undo", async () => {
    await stage.setReadOnly(true);
    const { popup } = stage;
    await rename();
    await popup.review();
    await popup.button("Send changes").click();
    const dialog = popup.page.getByRole("dialog");
    await dialog.getByLabel("Tenant name").fill("something else");
    await dialog.getByRole("button", { name: "Send changes" }).click();
    await dialog.getByText("This is not the tenant's name.").waitFor();
    await expectStored({ name: "workforce" }, "workforce");
    await dialog.getByLabel("Tenant name").fill("local");
    await dialog.getByRole("button", { name: "Send changes" }).click();
    await popup.page.getByText("Connection profile updated.").waitFor();
    await popup.button("Undo").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expectStored({ name: "staff" }, "staff");
    await popup.button("Undo").click();
    await dialog.getByLabel("Tenant name").fill("local");
    await dialog.getByRole("button", { name: "Undo change" }).click();
    await popup.page.getByText("Change undone.").waitFor();
    await expectStored({ name: "workforce" }, "workforce");
  });
});

describe("unsent input", () => {
  test("is restored when the popup is opened again, in the form and as JSON, valid or not", async () => {
    await rename();
    await stage.popup.configuration.fill("{ half");
    await stage.reopen();
    await stage.popup.heading("workforce").waitFor();
    expect(await stage.popup.name.inputValue()).toBe("staff");
    expect(await stage.popup.configuration.inputValue()).toBe("{ half");
    await stage.popup.configuration.fill("{}");
    await stage.popup.editJson((text) => `${text} trailing`);
    await stage.reopen();
    await stage.popup.heading("workforce").waitFor();
    expect(await stage.popup.json.inputValue()).toMatch(/"name": "staff"[^]*trailing$/);
  });

  test("is kept for each profile, and the list marks these profiles", async () => {
    const { popup } = stage;
    await rename();
    await popup.open("partners");
    await popup.name.fill("allies");
    await popup.openList();
    const rows = popup.page.locator(".profile-list .row");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([expect.stringContaining("draft"), expect.stringContaining("draft")]);
    await popup.open("workforce");
    expect(await popup.name.inputValue()).toBe("staff");
    await popup.button("Discard").click();
    expect(await popup.name.inputValue()).toBe("workforce");
  });
});

describe("an unreachable tenant", () => {
  test("is reported: the input is kept, nothing was sent, and sending works once the tenant is back", async () => {
    await rename();
    await stage.popup.review();
    const port = Number(new URL(stage.tenant.origin).port);
    await stage.tenant.stop();
    await stage.popup.button("Send changes").click();
    const told = await stage.popup.answer();
    expect(told).toContain("Could not update the profile.");
    expect(told).toContain("could not reach");
    expect(await stage.popup.name.inputValue()).toBe("staff");
    await stage.reopen();
    await stage.popup.heading("workforce").waitFor();
    expect(await stage.popup.name.inputValue()).toBe("staff");
    await stage.popup.openList();
    await stage.popup.page.getByText("Could not load the connection profiles.").waitFor();

    const { origin } = stage.tenant;
    stage.tenant = await startTenant({ port, demoPort: 0 });
    expect(stage.tenant.origin).toBe(origin);
    await stage.popup.button("Retry").click();
    await stage.popup.open("workforce");
    expect(await stage.popup.send()).toContain("Connection profile updated.");
    await expectStored({ name: "staff" }, "staff");
  });
});

test("throws nothing and writes no error to a console", async () => {
  // The browser logs each failed response itself; that is not an error of the extension.
  const isBrowsers = /Failed to load resource|net::ERR_/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
