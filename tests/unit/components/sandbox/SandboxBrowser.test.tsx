import { expect, test } from "vitest";
import { SandboxBrowser } from "../../../../components/sandbox/SandboxBrowser.tsx";
import { SandboxBrowserModel } from "../../../../lib/models/sandbox/sandbox-browser-model.ts";
import { TryListModel } from "../../../../lib/models/sandbox/try-list-model.ts";
import { createPageReader, readForm } from "../../../../lib/platform/read-page.ts";
import { pageTaskSchema } from "../../../../lib/sandbox/page-facts.ts";
import { readRemoval } from "../../../../lib/sandbox/no-sandbox-error.ts";
import type { SubmittedForm, Visit } from "../../../../lib/sandbox/user-agent.ts";
import { click, find, findButton, perform, show, words } from "../show.ts";

const origin = "https://sandbox.invalid";
const loginPage = `<!doctype html><html><head><title>Log in</title></head><body>
  <form method="post" action="/u/login?state=1"><input type="hidden" name="state" value="1">
  <input name="username"><input name="password" type="password">
  <button name="decision" value="yes">Continue</button></form>
  <a href="/u/signup">Sign up</a><script>globalThis.ran = true</script></body></html>`;

async function showBrowser(
  answer?: (form: SubmittedForm) => Promise<Visit>,
  { home, status = 200 }: { home?: string; status?: number } = {},
) {
  const submitted: SubmittedForm[] = [];
  const opened: string[] = [];
  let closes = 0;
  const model = new SandboxBrowserModel({
    ...(home !== undefined && { home }),
    agent: {
      async open(url) {
        opened.push(url);
        const html = url.endsWith(".css") ? ":root { color: red }" : loginPage;
        return { kind: "page", url, status, html };
      },
      async submit(form) {
        submitted.push(form);
        return (await answer?.(form)) ?? { kind: "left", url: "https://abc.example/?code=c" };
      },
    },
    readPage: createPageReader(pageTaskSchema),
    readUser: async () => ({ username: "ada@example.com", password: "pw" }),
    readRemoval,
    arrive: async () => undefined,
  });
  const tryList = new TryListModel({
    call: () => Promise.reject(new Error("Nothing is tried here.")),
    readRemoval,
    onChanged: () => undefined,
  });
  const place = await show(
    <SandboxBrowser
      model={model}
      readForm={readForm}
      {...(home !== undefined && { tryList })}
      onClose={() => (closes += 1)}
    />,
  );
  const starting = words(place);
  await perform(() => void model.open(`${origin}/u/login?state=1`));
  await expect.poll(() => place.querySelector(".page")).not.toBeNull();
  const root = () => {
    const { shadowRoot } = find(place, ".page");
    if (shadowRoot === null) throw new Error("The page has no shadow tree.");
    return shadowRoot;
  };
  return { place, model, submitted, opened, root, starting, closes: () => closes };
}

test("shows the page without its scripts, under its address without the query", async () => {
  const { place, root, starting } = await showBrowser();
  expect(starting).toContain("Starting the sandbox…");
  expect(words(find(place, "output"))).toBe(`${origin}/u/login`);
  expect(root().querySelector("script")).toBeNull();
  expect("ran" in globalThis).toBe(false);
  expect(root().textContent).toContain("Sign up");
  expect(document.title).toBe("Log in · Tenant Inspector sandbox");
});

test("submits a form as a browser does, with the pressed button", async () => {
  const { place, root, submitted, closes } = await showBrowser();
  const name = root().querySelector<HTMLInputElement>("[name=username]");
  if (name === null) throw new Error("The page has no field for the name.");
  name.value = "grace@example.com";
  await perform(() => root().querySelector("button")?.click());
  await expect.poll(() => submitted).toHaveLength(1);
  expect(submitted[0]).toEqual({
    action: `${origin}/u/login?state=1`,
    method: "POST",
    fields: [
      ["state", "1"],
      ["username", "grace@example.com"],
      ["password", ""],
      ["decision", "yes"],
    ],
  });
  await expect.poll(() => words(place)).toContain("sent the browser to https://abc.example/");
  await click(findButton(place, "Close this window"));
  expect(closes()).toBe(1);
});

test("follows a link", async () => {
  const { root, opened } = await showBrowser();
  await perform(() => root().querySelector("a")?.click());
  await expect.poll(() => opened.at(-1)).toBe(`${origin}/u/signup`);
});

test("moves the focus to the page that a link leads to", async () => {
  const { place, root, model } = await showBrowser();
  await perform(() => void model.open(`${origin}/u/other`));
  expect(document.activeElement).not.toBe(find(place, ".page"));
  await perform(() => root().querySelector("a")?.click());
  await expect.poll(() => document.activeElement).toBe(find(place, ".page"));
});

test("logs in with one button", async () => {
  const { place, submitted } = await showBrowser();
  await click(findButton(place, "Log in as ada@example.com"));
  await expect.poll(() => submitted[0]?.fields).toContainEqual(["password", "pw"]);
});

test("keeps the page and offers to try again if the sandbox does not respond", async () => {
  const { place, root, submitted } = await showBrowser(() => Promise.reject(new Error("gone")));
  await click(findButton(place, "Log in as ada@example.com"));
  await expect.poll(() => words(place)).toContain("The sandbox did not respond.");
  expect(root().textContent).toContain("Sign up");
  await click(findButton(place, "Try again"));
  await expect.poll(() => submitted).toHaveLength(2);
});

test("leads back to the controls from a page to which a link of them led", async () => {
  const controls = `${origin}/_control`;
  const { place, model, opened } = await showBrowser(undefined, { home: controls });
  await click(findButton(place, "Back to the controls"));
  expect(opened.at(-1)).toBe(controls);
  expect(model.page.value?.url).toBe(controls);
  expect(words(find(place, ".bar"))).not.toContain("Back to the controls");
});

test("the controls are folded below the things to try, and stay open once they were opened", async () => {
  const { place, model } = await showBrowser(undefined, { home: `${origin}/_control` });
  expect(place.querySelector("details"), "a page beyond the controls is not folded").toBeNull();
  await click(findButton(place, "Back to the controls"));
  const folded = () => {
    const details = find(place, ".everything-else");
    if (!(details instanceof HTMLDetailsElement)) throw new Error("The controls are not folded.");
    return details;
  };
  expect([folded().open, words(find(folded(), "summary"))]).toEqual([false, "Everything else"]);
  await perform(() => {
    folded().open = true;
    folded().dispatchEvent(new Event("toggle"));
  });
  await perform(() => void model.open(`${origin}/u/other`));
  await expect.poll(() => place.querySelector("details")).toBeNull();
  await click(findButton(place, "Back to the controls"));
  expect(folded().open).toBe(true);
});

test("an error of the controls is not folded", async () => {
  const { place } = await showBrowser(undefined, { home: `${origin}/_control`, status: 503 });
  await click(findButton(place, "Back to the controls"));
  expect(words(find(place, "output"))).toBe(`${origin}/_control`);
  expect(place.querySelector("details")).toBeNull();
});

test("a login window has no way to the controls", async () => {
  const { place } = await showBrowser();
  expect(words(find(place, ".bar"))).not.toContain("Back to the controls");
});
