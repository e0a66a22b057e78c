import { expect, test, vi } from "vitest";
import { jwtOf } from "../../../lib/trace/entries.ts";
import { codeLogin } from "../../../lib/trace/join/logins.ts";
import { click, find, findButton, listMenu, openMenu, perform, press, words } from "../../show.ts";
import { contradicted, refused, showTab } from "./show-trace.tsx";

/** Shows the messages of the newest flow. */
async function showMessages(entries = codeLogin({})) {
  const stage = await showTab(entries);
  const { models, place } = stage;
  const [row] = models.trace.rows.value;
  await perform(() => {
    models.trace.open(row?.flow.id ?? "");
    models.trace.show("messages");
  });
  const list = () => find(place, ".message-list");
  const selected = () => find(place, ".message-row[aria-selected=true] .name").title;
  const tab = () => find(place, ".message-pane > .tabs [aria-selected=true]");
  const panel = () => words(find(place, ".message-pane > [role=tabpanel]"));
  return { ...stage, list, selected, tab, panel };
}

test("lists the messages of a flow with method, status and times", async () => {
  const { place } = await showMessages();
  const rows = [...place.querySelectorAll(".message-list .message-row")].map(words);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain("Authorization request");
  expect(rows[0]).toContain("login.example/authorize");
  expect(rows[0]).toContain("GET302+0 ms10 ms");
  expect(rows[4]).toContain("POST200+400 ms10 ms");
});

test("the menu key offers what applies to a message, and its URL is copied without the code", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { place, list } = await showMessages();
  await press(list(), "Home");
  await press(list(), "PageDown");
  await press(list(), "ArrowUp");
  await perform(() => list().focus());
  await openMenu(list(), "key");
  expect(listMenu(place)).toEqual(["Run again", "Copy URL", "Copy as cURL", "Copy as fetch"]);
  await click(findButton(find(place, "[role=menu]"), "Copy URL"));
  const url = write.mock.calls[0]?.[0] ?? "";
  write.mockRestore();
  expect(url).toMatch(/^https:\/\/.*[?&]code=/u);
  expect(url).not.toContain("code=c1");
  expect(place.ownerDocument.activeElement).toBe(list());
});

test("a request that no operation makes says so beside its row", async () => {
  const { place, list } = await showMessages();
  await press(list(), "End");
  await press(list(), "ArrowUp");
  await openMenu(list(), "key");
  await click(findButton(find(place, "[role=menu]"), "Run again"));
  // The reader of requests is loaded first.
  await expect.poll(() => place.querySelector("[role=alertdialog] p")?.textContent).toMatch(/\.$/u);
});

test("the arrow keys select a message, and Enter goes to its tabs", async () => {
  const { list, selected, tab, place } = await showMessages();
  await press(list(), "Home");
  expect(selected()).toBe("Authorization request");
  await press(list(), "End");
  expect(selected()).toBe("Token request (authorization_code)");
  await press(list(), "ArrowUp");
  expect(selected()).toBe("Callback");
  await press(list(), "Home");
  await press(list(), "PageDown");
  expect(selected()).toBe("Token request (authorization_code)");
  await press(list(), "Enter");
  expect(document.activeElement).toBe(tab());
  expect(find(place, ".message-list").getAttribute("aria-activedescendant")).toBe(
    find(place, ".message-row[aria-selected=true]").id,
  );
});

test("begins with the message at which the flow stopped", async () => {
  const { place, selected } = await showMessages(refused);
  expect(selected()).toContain("Token request (authorization_code)");
  expect(words(find(place, ".message-row[aria-selected=true]"))).toContain("(stopped here)");
});

test("a click selects a message, and its tab stays", async () => {
  const { place, selected, panel, tab } = await showMessages();
  await press(tab(), "ArrowRight");
  const last = [...place.querySelectorAll<HTMLElement>(".message-list .message-row")].at(-1);
  if (last === undefined) throw new Error("There is no message.");
  await click(last);
  expect(selected()).toBe("Token request (authorization_code)");
  expect(words(tab())).toBe("Payload");
  expect(panel()).toContain("Form data");
});

test("the arrow keys move through the tabs, each drawn alone, and secrets are masked", async () => {
  const { list, tab, panel } = await showMessages();
  await press(list(), "End");
  expect(panel()).toMatch(/^General/);
  await press(tab(), "ArrowRight");
  expect(panel()).toMatch(/^Form data/);
  expect(panel()).toContain("authorization_code");
  await press(tab(), "ArrowRight");
  expect(panel()).toMatch(/^Response body/);
  expect(panel()).not.toContain("access-c");
  await press(tab(), "ArrowRight");
  expect(words(tab())).toBe("Tokens (3)");
  expect(panel()).not.toContain("access-c");
  expect(panel()).toContain("ada");
  await press(tab(), "ArrowRight");
  expect(words(tab())).toBe("Headers");
});

test("a token of a message opens in the Tokens tab", async () => {
  const { place, list, tab, inspected } = await showMessages();
  await press(list(), "End");
  await press(tab(), "ArrowLeft");
  await click(findButton(place, "Inspect ID token"));
  expect(inspected).toEqual([jwtOf({ sub: "ada", jti: "c" })]);
});

test("shows a page of the provider as text", async () => {
  const { place, list, tab } = await showMessages();
  await press(list(), "Home");
  await press(list(), "ArrowDown");
  await press(tab(), "End");
  await press(tab(), "ArrowLeft");
  expect(words(find(place, ".message-text pre"))).toBe("<form method=post></form>");
});

test("copies a message as cURL, without its code", async () => {
  const { place, list } = await showMessages(codeLogin({ code: "code-of-ada-5512" }));
  await press(list(), "End");
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  await click(findButton(place, "Copy as cURL"));
  await expect.poll(() => copied).toHaveLength(1);
  expect(copied[0]).toContain("curl -X POST 'https://login.example/oauth/token'");
  expect(copied[0]).toContain("code=removed-text-1-of-16-characters");
});

test("a finding leads to its message and member, and the member back to the finding", async () => {
  const { place, models, selected, tab, panel } = await showMessages(contradicted);
  await perform(() => models.trace.show("findings"));
  const top = find(place, ".trace-findings > li:first-child");
  expect(top.className).toBe("cause");
  expect(words(top)).toContain("Remedy");
  const buttons = [...top.querySelectorAll<HTMLElement>("[aria-label^='Show the request with']")];
  expect(buttons).toHaveLength(2);
  await click(buttons[1] ?? top);
  expect(selected()).toContain("Token request (authorization_code)");
  expect(words(tab())).toBe("Payload");
  expect(panel()).toContain("redirect_uri");
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) throw new Error("Nothing has the focus.");
  expect(activeElement.dataset["fact"]).toBe("form/redirect_uri");
  expect(activeElement.className).toBe("marked");
  const back = activeElement.querySelector<HTMLElement>("[aria-label^='Show the finding']");
  if (back === null) throw new Error("The member has no link.");
  await click(back);
  await expect.poll(() => document.activeElement?.id).toMatch(/^finding-/);
  expect(models.trace.view.value).toBe("findings");
});

test("does not take the focus when the user comes back to the messages", async () => {
  const { place, models } = await showMessages(contradicted);
  await perform(() => models.trace.show("findings"));
  const [link] = place.querySelectorAll<HTMLElement>(".trace-findings .button.link");
  await click(link ?? find(place, ".trace-findings"));
  await perform(() => models.trace.show("findings"));
  const tab = find(place, ".flow-pane > .tabs [aria-selected=true]");
  tab.focus();
  await press(tab, "End");
  await press(find(place, ".flow-pane > .tabs [aria-selected=true]"), "ArrowLeft");
  expect(words(document.activeElement ?? place)).toBe("Messages (5)");
});

test("a row of the sequence leads to its message", async () => {
  const { place, models, selected, tab } = await showMessages();
  await perform(() => models.trace.show("sequence"));
  const rows = place.querySelectorAll<SVGElement>("[data-step]");
  await perform(() => rows[4]?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(selected()).toBe("Token request (authorization_code)");
  expect(document.activeElement).toBe(tab());
});
