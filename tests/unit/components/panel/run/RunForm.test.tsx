import { describe, expect, test, vi } from "vitest";
import { RunForm } from "../../../../../components/panel/run/RunForm.tsx";
import type { AllowanceAnswer } from "../../../../../lib/runs/check-allowances.ts";
import type { Discovery } from "../../../../../lib/runs/discovery.ts";
import { createFakeWorker, tenant } from "../../fake-worker.ts";
import {
  click,
  describe as describeControl,
  find,
  findButton,
  findField,
  perform,
  show,
  submit,
  type,
  words,
} from "../../show.ts";
import { createRunModel } from "./create-run-model.ts";

const other: Discovery = {
  issuer: `${tenant.origin}/`,
  keySetUrl: `${tenant.origin}/.well-known/jwks.json`,
  endpoints: { authorization: `${tenant.origin}/authorize` },
  responseTypes: ["code"],
  isOwnService: false,
};

/** Shows the form for a tenant whose server announces this. */
async function showForm(
  discovery: Discovery,
  changes: Partial<typeof tenant> = {},
  answer?: () => Promise<readonly AllowanceAnswer[]>,
) {
  let started = 0;
  let asked = 0;
  const { promise: read, resolve: onRead } = Promise.withResolvers<void>();
  const worker = createFakeWorker();
  worker.answer("login.redirect-url", { redirectUrl: "https://extension.example/" });
  const model = createRunModel(worker.send, {
    async discover() {
      onRead();
      return discovery;
    },
    ...(answer === undefined
      ? {}
      : {
          checkAllowances: () => {
            asked += 1;
            return answer();
          },
        }),
    async loadRunner() {
      started += 1;
      throw new Error("no run is faked");
    },
  });
  model.load();
  const place = await show(<RunForm model={model} tenant={{ ...tenant, ...changes }} />);
  await perform(() => read);
  return { place, model, started: () => started, asked: () => asked };
}

test("offers an operation that the tenant's server does not have as not available, with the reason", async () => {
  const { place, model, started } = await showForm(other);
  const listed = words(findField(place, "Operation"));
  expect(listed).toContain("Signup (not available)");
  expect(listed).not.toContain("Silent renewal (not available)");
  await perform(() => model.choose("signup"));
  expect(words(place)).toContain(
    "Not available at this tenant: Signup is not part of OpenID Connect, and localhost:4400 does not announce it.",
  );
  expect(findButton(place, "Sign up").getAttribute("aria-disabled")).toBe("true");
  await submit(place);
  expect(started()).toBe(0);
});

test("warns of a response type that the tenant's server does not announce, and can run it", async () => {
  const { place } = await showForm(other);
  expect(words(place)).toContain(
    "localhost:4400 does not announce the response type token id_token.",
  );
  expect(findButton(place, "Log in").getAttribute("aria-disabled")).toBe("false");
});

test("offers all operations at the service", async () => {
  const { place } = await showForm({ ...other, isOwnService: true });
  expect(words(place)).not.toContain("not available");
});

describe("the form of an operation", () => {
  const service = { ...other, isOwnService: true };

  test("shows summary, addresses to allow and risks", async () => {
    const { place } = await showForm(service);
    expect(words(place)).toContain("Leaves for the tenant's login page");
    expect(words(find(place, ".allowances"))).toBe(
      "Allowed callback URLshttps://extension.example/ copyCheck at the tenant",
    );
    expect(words(find(place, ".risks"))).toContain("access_denied");
  });

  test("tells what the tenant says of an address, and can ask again", async () => {
    let resolveCheck: (answers: readonly AllowanceAnswer[]) => void = () => undefined;
    const { place, asked } = await showForm(service, {}, () => {
      const { promise, resolve } = Promise.withResolvers<readonly AllowanceAnswer[]>();
      resolveCheck = resolve;
      return promise;
    });
    const list = () => words(find(place, ".allowances"));
    const check = findButton(place, "Check at the tenant");
    check.focus();
    await click(check);
    expect(list()).toContain("Asking the tenant");
    await click(check);
    expect(asked()).toBe(1);
    await perform(() => resolveCheck([{ kind: "rejected", why: "Add it." }]));
    expect(list()).toContain("Not allowed. Add it.");
    expect(document.activeElement).toBe(findButton(place, "Check again"));
    await click(findButton(place, "Check again"));
    await perform(() => resolveCheck([{ kind: "unknown", why: "No answer." }]));
    expect(list()).toContain("Not known. No answer.");
    await click(findButton(place, "Check again"));
    await perform(() => resolveCheck([{ kind: "accepted" }]));
    expect(list()).toContain("The tenant accepts it.");
    expect(asked()).toBe(3);
  });

  test("focuses the first problem after a refused start, even of a folded field", async () => {
    const { place, model, started } = await showForm(service);
    await perform(() => model.setParameters("no equals sign"));
    await submit(place);
    const control = findField(place, "Additional parameters");
    expect(control.closest("details")?.open).toBe(true);
    expect(document.activeElement).toBe(control);
    expect(describeControl(control)).toContain("Line 1");
    expect(started()).toBe(0);
  });

  test("counts the folded values that are set", async () => {
    const { place, model } = await showForm(service);
    await perform(() => model.setParameters("a=b\n\nc=d"));
    expect([...place.querySelectorAll("summary")].map(words)).toContain("More parameters (2 set)");
  });

  test("copies the call as code with the added parameters and without secrets", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { place, model } = await showForm(service);
    await perform(() => model.setParameters("resource=urn:a\nid_token_hint=e30"));
    await click(findButton(place, "Copy as code"));
    const code = write.mock.calls[0]?.[0];
    expect(code).toContain('resource: "urn:a"');
    expect(code).toContain('id_token_hint: "<id_token_hint>"');
    write.mockRestore();
  });

  test("asks for the name of a read-only tenant before each change", async () => {
    const { place, model, started } = await showForm(service, { isReadOnly: true });
    expect(words(place)).not.toContain("Tenant name");
    await perform(() => model.choose("signup"));
    for (const [name, value] of [
      ["email", "ada@example.com"],
      ["password", "p"],
      ["connection", "db"],
    ] as const)
      await perform(() => model.set(name, value));
    await submit(place);
    expect(started()).toBe(0);
    const control = findField(place, "Tenant name");
    expect(document.activeElement).toBe(control);
    expect(describeControl(control)).toContain("local is read-only. Type its name to run this.");
    await type(control, "local");
    await submit(place);
    expect(started()).toBe(1);
    expect(control.value).toBe("");
  });
});

test("the order of a preset's parameters is shown", async () => {
  const { place, model } = await showForm(other);
  expect(place.querySelector(".parameter-order"), "without a preset").toBeNull();
  const values = { clientID: "app", responseType: "code" };
  const order = ["response_type", "resource", "client_id", "resource"];
  const draft = { operation: "authorize", way: "extension", values, parameters: [] } as const;
  await perform(() => model.take({ ...draft, order }));
  expect([...place.querySelectorAll(".parameter-order li")].map(words)).toEqual(order);
  expect(words(place)).toContain("More parameters (1 set)");
  await click(findButton(place, "Reset"));
  expect(place.querySelector(".parameter-order")).toBeNull();
  expect(model.draft().order).toEqual([]);
});

test("Reset empties the form and keeps the focus, and Undo brings the entries back", async () => {
  const { place, model } = await showForm({ ...other, isOwnService: true });
  await perform(() => model.choose("login"));
  const reset = () => findButton(place, "Reset");
  expect(reset().getAttribute("aria-disabled")).toBe("true");
  await type(findField(place, "Email or username"), "ada@example.com");
  expect(reset().getAttribute("aria-disabled")).toBe("false");
  reset().focus();
  await click(reset());
  expect(findField(place, "Email or username").value).toBe("");
  expect(words(find(place, ".notice.note"))).toContain("The form was reset.");
  expect(document.activeElement).toBe(reset());
  await click(reset());
  expect(words(place), "there is nothing to reset any more").toContain("The form was reset.");
  await click(findButton(place, "Undo"));
  expect(findField(place, "Email or username").value).toBe("ada@example.com");
  expect(words(place)).not.toContain("The form was reset.");
  expect(document.activeElement).toBe(findButton(place, "Log in"));
});

test("entries that a preset replaced can be brought back", async () => {
  const { place, model } = await showForm({ ...other, isOwnService: true });
  await perform(() => model.choose("login"));
  await type(findField(place, "Email or username"), "ada@example.com");
  const values = { username: "grace@example.com", realm: "db" };
  await perform(() =>
    model.take({ operation: "login", way: "extension", values, parameters: [], order: [] }),
  );
  expect(words(find(place, ".notice.note"))).toContain("The entries of the form were replaced.");
  await click(findButton(place, "Undo"));
  expect(findField(place, "Email or username").value).toBe("ada@example.com");
});
