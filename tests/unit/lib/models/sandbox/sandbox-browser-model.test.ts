import { describe, expect, test } from "vitest";
import {
  SandboxBrowserModel,
  type SandboxBrowserPort,
} from "../../../../../lib/models/sandbox/sandbox-browser-model.ts";
import { NoSandboxError, readRemoval } from "../../../../../lib/sandbox/no-sandbox-error.ts";
import type { PageFacts } from "../../../../../lib/sandbox/page-facts.ts";
import type { SubmittedForm, Visit } from "../../../../../lib/sandbox/user-agent.ts";

const origin = "https://sandbox.invalid";
const loginUrl = `${origin}/u/login?state=secret-state`;
const callback = "https://abc.chromiumapp.org/?code=secret-code&state=secret-state";
const form: SubmittedForm = {
  action: loginUrl,
  method: "POST",
  fields: [
    ["state", "secret-state"],
    ["username", ""],
    ["password", ""],
  ],
};
const page = (html: string, url = loginUrl): Visit => ({ kind: "page", url, status: 200, html });

/** Opens the model over pages whose text is the name of their facts. */
function openModel(
  facts: Readonly<Record<string, Partial<PageFacts>>>,
  port: Partial<SandboxBrowserPort["agent"]> & Partial<SandboxBrowserPort> = {},
) {
  const arrived: string[] = [];
  const submitted: SubmittedForm[] = [];
  const opened: string[] = [];
  const model = new SandboxBrowserModel({
    agent: {
      async open(url) {
        opened.push(url);
        return await (port.open?.(url) ?? page(url.endsWith(".css") ? "p{}" : "login", url));
      },
      async submit(given) {
        submitted.push(given);
        return await (port.submit?.(given) ?? { kind: "left", url: callback });
      },
    },
    readPage: (html) => ({ title: html, styles: [], ...facts[html] }),
    readUser: port.readUser ?? (async () => ({ username: "ada@example.com", password: "pw" })),
    readRemoval,
    arrive: port.arrive ?? (async (url) => void arrived.push(url)),
  });
  return { model, arrived, submitted, opened };
}

describe("the browser of the sandbox", () => {
  test("opens a page that was asked for while another one was loading", async () => {
    const { model, opened } = openModel({ login: {} });
    const loading = model.open(loginUrl);
    await model.open(`${origin}/_control`);
    await loading;
    expect(opened).toEqual([loginUrl, `${origin}/_control`]);
    expect(model.page.value?.url).toBe(`${origin}/_control`);
  });

  test("shows a page with its styles, which it reads once", async () => {
    const styles = [`${origin}/u/pages.css`];
    const { model, opened } = openModel({ login: { styles } });
    await model.open(loginUrl);
    await model.open(loginUrl);
    expect(model.page.value).toEqual({
      url: loginUrl,
      status: 200,
      title: "login",
      html: "login",
      styles: ["p{}"],
    });
    expect(opened.filter((url) => url.endsWith(".css"))).toHaveLength(1);
  });

  test("logs in with one press: it fills in the known user, and keeps the other fields", async () => {
    const { model, submitted, arrived } = openModel({ login: { form } });
    await model.open(loginUrl);
    expect(model.user.value?.username).toBe("ada@example.com");
    await model.logIn();
    expect(submitted[0]?.fields).toEqual([
      ["state", "secret-state"],
      ["username", "ada@example.com"],
      ["password", "pw"],
    ]);
    expect(arrived).toEqual([callback]);
  });

  test("names the end without code and state", async () => {
    const { model } = openModel({ login: { form } });
    await model.open(loginUrl);
    await model.logIn();
    expect(model.notice.value).toEqual({
      isProblem: false,
      text: "The sandbox sent the browser to https://abc.chromiumapp.org/. You can close this window.",
    });
  });

  test("submits a form that the page would submit by script", async () => {
    const { model, submitted, arrived } = openModel({ login: { form, task: { task: "submit" } } });
    await model.open(loginUrl);
    expect(submitted).toEqual([form]);
    expect(arrived).toEqual([callback]);
  });

  test("offers no button where there is nothing to log in with", async () => {
    const readUser = () => Promise.reject(new Error("No description."));
    const { model } = openModel({ login: { form } }, { readUser });
    await model.open(loginUrl);
    expect(model.page.value?.loginForm).toEqual(form);
    expect(model.user.value).toBeUndefined();
    const other = openModel({ login: { form: { ...form, fields: [["code", ""]] } } });
    await other.model.open(loginUrl);
    expect(other.model.page.value?.loginForm).toBeUndefined();
  });

  test("keeps the page if a step fails, and repeats the step", async () => {
    let failures = 1;
    const { model, submitted } = openModel(
      { login: { form } },
      {
        async submit() {
          failures -= 1;
          if (failures === 0) throw new TypeError("secret detail");
          return page("next");
        },
      },
    );
    await model.open(loginUrl);
    await model.submit(form);
    expect(model.notice.value).toMatchObject({ isProblem: true });
    expect(model.notice.value?.text).toMatch(/^The sandbox did not respond\. Try again/);
    expect(model.page.value?.title).toBe("login");
    await model.retry();
    expect(submitted).toHaveLength(2);
    expect(model.page.value?.title).toBe("next");
    expect(model.notice.value).toBeUndefined();
  });

  test("says that the sandbox was removed, and what to do", async () => {
    const { model } = openModel({}, { open: () => Promise.reject(new NoSandboxError()) });
    await model.open(loginUrl);
    expect(model.notice.value).toEqual({ isProblem: true, text: new NoSandboxError().message });
  });

  test("reports an end that the worker did not take", async () => {
    const arrive = () => Promise.reject(new Error("The worker is gone."));
    const { model } = openModel({ login: { form } }, { arrive });
    await model.open(loginUrl);
    await model.logIn();
    expect(model.notice.value).toMatchObject({ isProblem: true });
  });

  test("does one step at a time", async () => {
    const held = Promise.withResolvers<Visit>();
    const { model, submitted } = openModel({}, { submit: () => held.promise });
    const first = model.submit(form);
    expect(model.isLoading.value).toBe(true);
    await model.submit(form);
    held.resolve(page("done"));
    await first;
    expect(submitted).toHaveLength(1);
    expect(model.isLoading.value).toBe(false);
  });
});
