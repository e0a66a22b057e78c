import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { SeenTokens } from "../../../../../components/panel/tokens/SeenTokens.tsx";
import type { SeenToken } from "../../../../../lib/messages/seen-token.ts";
import type { PageStorage } from "../../../../../lib/models/tokens/read-page-storage.ts";
import { createPrivateTokens } from "../../../../../lib/models/tokens/seen-tokens.ts";
import { writeToken } from "../../../lib/tokens/sign-token.ts";
import { now, tenant } from "../../fake-worker.ts";
import {
  click,
  find,
  findButton,
  listMenu,
  openMenu,
  perform,
  press,
  show,
  sourceOf,
  words,
} from "../../show.ts";
import { createSeenModel } from "./create-seen-model.ts";

const issuer = "http://localhost:4400/";

/** The simulated browser's own control of its width. */
const viewportSchema = z.custom<{ setViewport(viewport: { width: number }): void }>(
  (value) => typeof value === "object" && value !== null && "setViewport" in value,
);

function makeSeen(id: string, over: Partial<SeenToken> = {}): SeenToken {
  return {
    id,
    token: writeToken({ alg: "RS256" }, { sub: id, iss: issuer, exp: now / 1000 + 3_600 }),
    role: "id",
    tenantId: tenant.id,
    group: "g",
    source: { kind: "run", title: "Login with popup" },
    seenAt: now,
    ...over,
  };
}

async function showList(
  tokens: readonly SeenToken[],
  readPage?: () => Promise<PageStorage>,
  isPrivate = false,
) {
  const seen = { ...createPrivateTokens(), isPrivate };
  await seen.add(tokens);
  const inspected: string[] = [];
  const kept: string[] = [];
  const calls: string[] = [];
  const model = createSeenModel({
    seen,
    ...(readPage === undefined ? {} : { readPage }),
    onInspect: (token) => inspected.push(token),
    onKeep: (token) => kept.push(token),
  });
  const place = await show(<SeenTokens model={model} onRunLogin={() => calls.push("login")} />);
  await perform(() => model.load());
  const rows = () => [...place.querySelectorAll<HTMLElement>(".seen-list > li")];
  const rowAt = (at: number, button = ".seen-token") => find(rows()[at] ?? place, button);
  return { place, seen, model, calls, inspected, kept, rows, rowAt };
}

const three = [
  makeSeen("ada", { seenAt: now + 2 }),
  makeSeen("bob", { seenAt: now + 1 }),
  makeSeen("eve"),
];

test.each([
  [1280, true],
  [400, false],
])("in a panel of %i px, the list is open at first: %s", async (width, isOpen) => {
  const { happyDOM } = z.object({ happyDOM: viewportSchema }).parse(window);
  const before = innerWidth;
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: before }));
  const { place } = await showList(three);
  expect(find(place, "summary").textContent).toBe("Seen tokens (3)");
  expect(find(place, "details").hasAttribute("open")).toBe(isOpen);
});

test("tells of each token what it is, whose, how long it lasts and where it came from", async () => {
  const { rows, rowAt, place } = await showList(three);
  expect(rows()).toHaveLength(3);
  expect(words(rowAt(0))).toMatch(
    /^Inspect ID token ?expires in 1 hour ?ada ?http:\/\/localhost:4400\/ ?Run: Login with popup, \w+ \d+ \d\d:\d\d$/u,
  );
  expect(rowAt(0, ".seen-actions button:last-child").getAttribute("aria-label")).toBe(
    "Forget ID token of ada, Run: Login with popup",
  );
  expect(sourceOf(place), "no token is in the document").not.toContain("eyJ");
});

test("an empty list offers a login and the page, and reads nothing by itself", async () => {
  const { place, calls } = await showList([]);
  expect(words(place)).toContain("No tokens seen in this browser session.");
  await click(findButton(place, "Run a login"));
  expect(calls).toEqual(["login"]);
});

test("a chosen token is inspected and marked", async () => {
  const { rowAt, inspected } = await showList(three);
  await click(rowAt(1));
  expect(inspected).toEqual([three[1]?.token]);
  expect(rowAt(1).getAttribute("aria-current")).toBe("true");
  expect(rowAt(0).getAttribute("aria-current")).toBeNull();
});

test("a row keeps its token for a comparison, by its button and by its menu", async () => {
  const { place, rowAt, kept } = await showList(three);
  await click(findButton(place, "Keep for comparison: ID token of bob, Run: Login with popup"));
  await openMenu(rowAt(2));
  expect(listMenu(place)).toEqual(["Inspect", "Keep for comparison", "Forget"]);
  await click(findButton(find(place, "[role=menu]"), "Keep for comparison"));
  expect(kept).toEqual([three[1]?.token, three[2]?.token]);
  expect(document.activeElement).toBe(rowAt(2));
});

test("the menu key forgets the row of the focused button, and the focus stays in the list", async () => {
  const { place, rowAt, rows } = await showList(three);
  await perform(() => rowAt(1).focus());
  await openMenu(rowAt(1), "key");
  await click(findButton(find(place, "[role=menu]"), "Forget"));
  expect(rows().map(words).join(" ")).not.toContain("bob");
  expect(document.activeElement).toBe(rowAt(1));
});

describe("the keyboard", () => {
  test("reaches one row with Tab, and the others with the arrow keys, Home and End", async () => {
    const { place, rowAt } = await showList(three);
    const inOrder = () => place.querySelectorAll('.seen-list button[tabindex="0"]').length;
    expect(inOrder(), "the buttons of one row").toBe(3);
    await perform(() => rowAt(0).focus());
    for (const [key, at] of [
      ["ArrowDown", 1],
      ["End", 2],
      ["ArrowDown", 2],
      ["ArrowUp", 1],
      ["Home", 0],
      ["ArrowUp", 0],
    ] as const) {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) throw new Error("Nothing has the focus.");
      await press(focused, key);
      expect(document.activeElement, `${key} moves to row ${at}`).toBe(rowAt(at));
      expect(inOrder()).toBe(3);
    }
  });

  test("stays in the column of the Forget buttons", async () => {
    const { rowAt } = await showList(three);
    await perform(() => rowAt(0, ".seen-actions button:last-child").focus());
    await press(rowAt(0, ".seen-actions button:last-child"), "ArrowDown");
    expect(document.activeElement).toBe(rowAt(1, ".seen-actions button:last-child"));
  });

  test("forgets the focused row with Delete", async () => {
    const { rows, rowAt } = await showList(three);
    await perform(() => rowAt(1).focus());
    await press(rowAt(1), "Delete");
    expect(rows()).toHaveLength(2);
    expect(document.activeElement).toBe(rowAt(1));
  });
});

describe("forgetting", () => {
  test("one moves the focus to the next row, then to the one before, then to the page's button", async () => {
    const { place, rows, rowAt, seen } = await showList(three);
    await click(rowAt(1, ".seen-actions button:last-child"));
    expect([rows().length, document.activeElement]).toEqual([2, rowAt(1)]);
    expect(words(rowAt(1))).toContain("eve");
    await click(rowAt(1, ".seen-actions button:last-child"));
    expect(document.activeElement).toBe(rowAt(0));
    await click(rowAt(0, ".seen-actions button:last-child"));
    expect(document.activeElement).toBe(findButton(place, "Read tokens from the page"));
    expect(await seen.list()).toEqual([]);
  });

  test("all asks first, says what is forgotten, and Cancel keeps the list", async () => {
    const { place, rows, seen } = await showList(three);
    await click(findButton(place, "Forget all…"));
    expect(words(find(place, ".two-step"))).toContain("all 3 listed tokens, of all tenants");
    await click(findButton(place, "Cancel"));
    expect(rows()).toHaveLength(3);
    await click(findButton(place, "Forget all…"));
    await click(findButton(place, "Yes, forget all"));
    expect(rows()).toHaveLength(0);
    expect(document.activeElement).toBe(findButton(place, "Read tokens from the page"));
    expect(await seen.list()).toEqual([]);
  });
});

describe("the tokens of the page", () => {
  const pageToken = {
    token: "opaque-4f7a91",
    area: "sessionStorage",
    key: "auth\u202e",
    role: "access",
  } as const;

  test("are listed with their key, and the list says that they are not kept", async () => {
    const { place, rowAt, seen } = await showList(three, async () => ({
      ok: true,
      tokens: [pageToken],
      searched: "Searched 1 value in sessionStorage.",
    }));
    await click(findButton(place, "Read tokens from the page"));
    expect(words(rowAt(2))).toContain("Page: sessionStorage auth\\u202e");
    expect(words(place)).toContain("1 token found in the page.");
    expect(words(place)).toContain("Those of the page are listed in this panel only");
    expect(JSON.stringify(await seen.list())).not.toContain(pageToken.token);
  });

  test("that are not found leave what was searched, and what to do", async () => {
    const { place } = await showList([], async () => ({
      ok: true,
      tokens: [],
      searched: "Searched 2 values in localStorage.",
    }));
    await click(findButton(place, "Read tokens from the page"));
    expect(words(place)).toContain("No tokens found in the page.");
    expect(words(place)).toContain("Searched 2 values in localStorage. Cookies with HttpOnly");
    expect(words(place)).toContain("Log in to the page, then read it again.");
  });

  test("that cannot be read leave the reason", async () => {
    const { place } = await showList([], async () => ({ ok: false, message: "Open a page." }));
    await click(findButton(place, "Read tokens from the page"));
    expect(find(place, "[role=alert]").textContent).toContain("Open a page.");
  });
});

test("a private window says that its tokens are in this panel only", async () => {
  const { place } = await showList([], undefined, true);
  expect(words(place)).toContain("No tokens seen in this panel.");
  expect(words(place)).toContain("This window is private");
});
