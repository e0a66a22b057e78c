import * as z from "zod/mini";
import { parseJson } from "../../encoding/json.ts";
import { plural } from "../../encoding/plural.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import type { PagePort } from "../../runs/page-port.ts";
import { findStoredTokens, type StoredToken } from "../../tokens/input/find-stored-tokens.ts";

/** The maximum length of all keys and values, in characters. */
const maxText = 1024 * 1024;
const maxEntries = 2_000;
/** JSON escapes a character with at most six. */
const maxAnswer = 7 * maxText;

const areas = ["localStorage", "sessionStorage", "cookie"] as const;

/**
 * Returns the values as JSON text, because Chromium and Firefox convert other values in different
 * ways. A sandboxed frame or a browser setting makes the access to an area throw.
 */
const expression = `(() => {
  let left = ${maxText};
  let isCut = false;
  const entries = [];
  const blocked = [];
  const add = (area, key, value) => {
    const size = key.length + value.length;
    if (size > left || entries.length >= ${maxEntries}) isCut = true;
    else { left -= size; entries.push([area, key, value]); }
  };
  for (const area of ["localStorage", "sessionStorage"]) {
    try {
      const storage = window[area];
      for (let at = 0; at < storage.length && at < ${maxEntries} * 2; at += 1) {
        const key = storage.key(at);
        add(area, key, storage.getItem(key) ?? "");
      }
    } catch { blocked.push(area); }
  }
  try {
    for (const pair of document.cookie.split("; ")) {
      const at = pair.indexOf("=");
      if (pair !== "") add("cookie", pair.slice(0, Math.max(0, at)), pair.slice(at + 1));
    }
  } catch { blocked.push("cookie"); }
  return JSON.stringify({ origin: self.origin, entries, blocked, isCut });
})()`;

const areaSchema = z.enum(areas);
const text = z.string().check(z.maxLength(maxText));
const answerSchema = z.object({
  origin: z.string().check(z.maxLength(2_000)),
  entries: z.array(z.tuple([areaSchema, text, text])).check(z.maxLength(maxEntries)),
  blocked: z.array(areaSchema).check(z.maxLength(areas.length)),
  isCut: z.boolean(),
});

/** The tokens of the inspected page's storage, and what was searched. */
export type PageStorage =
  | { ok: true; tokens: StoredToken[]; searched: string }
  | { ok: false; message: string };

const openPage = "Open the page of your application in this tab, then try again.";
const isRefused = `The browser does not let DevTools extensions read the inspected page. ${openPage}`;
const isLost =
  "DevTools has lost the inspected page. Close DevTools, open it again, then try again.";
const isUnreadable =
  "The inspected page returned an unexpected value. Reload the page, then try again.";

/**
 * Reads the values of the inspected page's storage once, and finds the tokens in them. The page can
 * return any value. Cookies with `HttpOnly` are not visible to it.
 */
export async function readPageStorage(page: Pick<PagePort, "evaluate">): Promise<PageStorage> {
  let value: unknown;
  try {
    value = await page.evaluate(expression);
  } catch {
    return { ok: false, message: isRefused };
  }
  // In Firefox, all expressions have this value some navigations after the page was about:blank.
  if (value === undefined || value === null) return { ok: false, message: isLost };
  if (typeof value !== "string" || value.length > maxAnswer) {
    return { ok: false, message: isUnreadable };
  }
  const answer = answerSchema.safeParse(parseJson(value)).data;
  if (answer === undefined) return { ok: false, message: isUnreadable };
  const entries = answer.entries.map(([area, key, own]) => ({ area, key, value: own }));
  return { ok: true, tokens: findStoredTokens(entries), searched: describeSearch(answer) };
}

const counted = {
  localStorage: ["value in localStorage", "values in localStorage"],
  sessionStorage: ["value in sessionStorage", "values in sessionStorage"],
  cookie: ["cookie that the page can read", "cookies that the page can read"],
} as const;
const names = { localStorage: "localStorage", sessionStorage: "sessionStorage", cookie: "cookies" };

function describeSearch({ origin, entries, blocked, isCut }: z.infer<typeof answerSchema>): string {
  const counts = areas
    .filter((area) => !blocked.includes(area))
    .map((area) => {
      const number = entries.filter(([own]) => own === area).length;
      const [one, several] = counted[area];
      return plural(number, one, several);
    });
  const where = origin === "null" ? "the page" : showHiddenInLine(origin);
  const sentences = [
    counts.length === 0 ? "" : `Searched ${writeList(counts)} of ${where}.`,
    blocked.length === 0
      ? ""
      : `The page cannot read its ${writeList(blocked.map((area) => names[area]))}.`,
    isCut ? "Some values were left out: the limit is 1 MiB." : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function writeList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
