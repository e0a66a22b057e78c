import { expect, test } from "vitest";
import { Claims } from "../../../../../components/panel/tokens/Claims.tsx";
import { explainClaims } from "../../../../../lib/tokens/explain-claims.ts";
import { click, find, findButton, show, words } from "../../show.ts";
import { now } from "../../fake-worker.ts";

const hostile = `<img src=x onerror="alert(1)">`;

test("shows name, JSON value and meaning of each claim in a row", async () => {
  const claims = explainClaims({ aud: ["a", "b"], custom: null }, { now });
  const place = await show(<Claims title="Claims" claims={claims} />);
  const rows = [...place.querySelectorAll("tbody tr")].map((row) => [...row.children].map(words));
  expect(rows).toEqual([
    ["aud", '[ "a", "b" ]', expect.stringMatching(/\w/)],
    ["custom", "null", "Unregistered claim"],
  ]);
});

test("shows a time also as a date and as a distance from now", async () => {
  const claims = explainClaims({ exp: now / 1_000 - 60 }, { now });
  const place = await show(<Claims title="Claims" claims={claims} />);
  expect(find(place, "time").getAttribute("datetime")).toBe("2026-11-21T08:59:00.000Z");
  expect(words(find(place, "td:nth-child(2)"))).toContain("ago");
});

test("shows markup in names and values as text", async () => {
  const claims = explainClaims({ [hostile]: hostile }, { now });
  const place = await show(<Claims title="Claims" claims={claims} />);
  expect(place.querySelector("img")).toBeNull();
  expect(words(find(place, "tbody th"))).toBe(hostile);
  expect(words(find(place, "tbody td:nth-child(2)"))).toBe(JSON.stringify(hostile));
});

test("names the table by its heading", async () => {
  const place = await show(<Claims title="Header" claims={[]} />);
  const table = find(place, "table");
  expect(words(find(place, `#${table.getAttribute("aria-labelledby") ?? ""}`))).toBe("Header");
});

test("escapes invisible and direction-changing characters in names and values", async () => {
  const claims = explainClaims({ ["na\u202Eem"]: "evil \u202Eelif" }, { now });
  const place = await show(<Claims title="Claims" claims={claims} />);
  expect(words(find(place, "tbody th"))).toBe("na\\u202eem");
  expect(words(find(place, "tbody td:nth-child(2)"))).toBe('"evil \\u202eelif"');
});

test("lists the first 100 of 1,250 claims, and more with each click", async () => {
  const payload = Object.fromEntries(Array.from({ length: 1_250 }, (_, at) => [`claim-${at}`, at]));
  const claims = explainClaims(payload, { now });
  const place = await show(<Claims title="Claims" claims={claims} />);
  const countRows = () => place.querySelectorAll("tbody tr").length;
  expect(countRows()).toBe(100);
  expect(words(place)).toContain("Showing 100 of 1250.");
  await click(findButton(place, "Show 1000 more"));
  expect(countRows()).toBe(1_100);
  await click(findButton(place, "Show 150 more"));
  expect(countRows()).toBe(1_250);
  expect(words(place)).not.toContain("Showing");
});
