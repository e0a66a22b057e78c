import { afterEach, describe, expect, test, vi } from "vitest";
import { click, find, findButton, words } from "../../../show.ts";
import { now } from "../../../fake-worker.ts";
import { showReading } from "./show-reading.tsx";

afterEach(() => vi.restoreAllMocks());

const hostile = `<img src=x onerror="alert(1)">`;
const claimTable = (place: ParentNode) => find(place, "[aria-labelledby=claims-heading] tbody");
const rowsOf = (place: ParentNode) =>
  [...claimTable(place).querySelectorAll("tr")].map((row) => [...row.children].map(words));

test("shows name, JSON value and meaning of each claim in a row", async () => {
  const { place } = await showReading({ aud: ["a", "b"], custom: null });
  expect(rowsOf(place)).toEqual([
    ["aud", '[ "a", "b" ] copy', expect.stringMatching(/^The audience/u)],
    ["custom", "null copy", "Unregistered claim"],
  ]);
});

test("shows the members of a claim in rows below it, by their paths", async () => {
  const { place } = await showReading({ address: { country: "FR", lines: [{ a: 1 }] } });
  expect(rowsOf(place)).toEqual([
    ["address", "{ 2 fields } copy", expect.stringMatching(/postal address/u)],
    ["address.country", '"FR" copy', "The name of the country."],
    ["address.lines", "[ 1 item ] copy", ""],
    ["address.lines.[0]", "{ 1 field } copy", ""],
    ["address.lines.[0].a", "1 copy", ""],
  ]);
});

test("shows markup in names and values as text", async () => {
  const { place } = await showReading({ [hostile]: hostile });
  expect(place.querySelector("img")).toBeNull();
  expect(words(find(claimTable(place), "th"))).toBe(hostile);
  expect(words(find(claimTable(place), "td:nth-child(2) code"))).toBe(JSON.stringify(hostile));
});

test("escapes invisible and direction-changing characters in names and values", async () => {
  const { place } = await showReading({ ["na\u202Eem"]: "evil \u202Eelif" });
  expect(words(find(claimTable(place), "th"))).toBe("na\\u202eem");
  expect(words(find(claimTable(place), "td:nth-child(2) code"))).toBe('"evil \\u202eelif"');
});

describe("the switch", () => {
  test("shows claims and header as JSON trees, also for the next token", async () => {
    const { place, take } = await showReading({ sub: "ada", cnf: { jkt: "x" } });
    await click(findButton(place, "JSON"));
    const labels = () =>
      [...place.querySelectorAll("[role=tree]")].map((tree) => tree.getAttribute("aria-label"));
    expect(labels()).toEqual(["Claims as JSON", "Header as JSON"]);
    expect(words(place)).toContain('jkt: "x"');
    await take({ sub: "bob" });
    expect(labels()).toHaveLength(2);
    expect(findButton(place, "JSON").getAttribute("aria-pressed")).toBe("true");
    await click(findButton(place, "Table"));
    expect(labels()).toEqual([]);
    expect(rowsOf(place)[0]?.[0]).toBe("sub");
  });
});

describe("a copy", () => {
  test.each([
    ["Copy sub", "ada"],
    ["Copy cnf", JSON.stringify({ jkt: "x" }, null, 2)],
    ["Copy cnf.jkt", "x"],
    ["Copy all claims as JSON", JSON.stringify({ sub: "ada", cnf: { jkt: "x" } }, null, 2)],
  ])("by “%s” is the value, and is confirmed", async (name, text) => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { place } = await showReading({ sub: "ada", cnf: { jkt: "x" } });
    const button = findButton(place, name);
    await click(button);
    expect(write).toHaveBeenCalledExactlyOnceWith(text);
    expect(words(find(button, "[aria-live=polite]"))).toBe("Copied");
  });

  test("of the token omits the signature, so that no server accepts it", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { place, token } = await showReading({ sub: "ada" });
    await click(findButton(place, "Copy token without signature"));
    const [header, payload, signature] = token.split(".");
    expect(signature).not.toBe("");
    expect(write).toHaveBeenCalledExactlyOnceWith(`${header}.${payload}.`);
  });
});

describe("a time", () => {
  test("is shown in local time, in UTC and relative to now, which moves", async () => {
    const { place, pass, forget, isFollowing } = await showReading({ exp: now / 1_000 + 7_200 });
    const time = () => words(find(claimTable(place), ".claim-time"));
    expect(find(claimTable(place), "time").getAttribute("datetime")).toBe("2026-11-21T11:00:00Z");
    expect(time()).toContain("(2026-11-21T11:00:00Z), in 2 h");
    await pass(60_000);
    expect(time()).toContain("in 1 h 59 min");
    await pass(3 * 86_400_000 + 4 * 3_600_000);
    expect(time()).toContain("3 days 2 h ago");
    await forget();
    expect(isFollowing(), "nothing is left to update").toBe(false);
  });

  test("is not announced each second by a screen reader", async () => {
    const { place } = await showReading({ exp: now / 1_000 });
    expect(find(place, ".reading").getAttribute("aria-live")).toBe("off");
  });
});

describe("a long value", () => {
  test("is folded, and shown and folded again on request", async () => {
    const long = "a".repeat(12_345);
    const { place } = await showReading({ long });
    const value = () => words(find(claimTable(place), "td:nth-child(2) code"));
    expect(value()).toBe(`"${"a".repeat(240)}…`);
    await click(findButton(place, "Show all (12,345 characters) of long"));
    expect(value()).toBe(`"${long}"`);
    await click(findButton(place, "Show less of long"));
    expect(value()).toHaveLength(242);
  });

  test("shows only its beginning if laying it out would block the page", async () => {
    const { place } = await showReading({ long: "a".repeat(100_000) });
    await click(findButton(place, "Show the beginning (of 100,000 characters) of long"));
    expect(words(find(claimTable(place), "td:nth-child(2) code"))).toHaveLength(50_002);
  });
});

test("lists scopes and permissions with their explanations", async () => {
  const { place } = await showReading({ scope: "openid", permissions: ["read:events"] });
  expect(words(place)).toContain("Scopes (1)openidRequests an ID token");
  expect(words(place)).toContain("Permissions (1)read:eventsAllows the bearer to read the stream");
});

test("shows only the header of an encrypted token", async () => {
  const { place, takeText } = await showReading({ sub: "ada" });
  const header = Buffer.from(JSON.stringify({ alg: "RSA-OAEP", enc: "A256GCM" }));
  await takeText(`${header.toString("base64url")}.AAAA.AAAA.AAAA.AAAA`);
  expect(place.querySelector("#claims-heading")).toBeNull();
  expect([...place.querySelectorAll("tbody th")].map(words)).toEqual(["alg", "enc"]);
});

describe("the life of the token", () => {
  test("is a bar with a text alternative, which changes as time passes", async () => {
    const times = { iat: now / 1_000 - 60, exp: now / 1_000 + 60 };
    const { place, pass } = await showReading(times);
    const bar = () => find(place, ".life-bar");
    expect(bar().getAttribute("aria-label")).toBe(
      "Expires in 1 min. Its whole life is 2 min. In order: iat 1 min ago, now, exp in 1 min.",
    );
    expect(words(find(place, ".life p"))).toContain("Expires in 1 min.");
    expect([...place.querySelectorAll(".life-times code")].map(words)).toEqual([
      "iat",
      "now",
      "exp",
    ]);
    await pass(90_000);
    expect(bar().getAttribute("aria-label")).toContain("Expired 30 s ago after 2 min.");
  });

  test("is not shown for a token without times", async () => {
    const { place } = await showReading({ sub: "ada" });
    expect(place.querySelector(".life")).toBeNull();
  });
});

test("draws only the rows in or near the view of a token with 10,000 claims", async () => {
  // happy-dom lays nothing out: the container and its rows need heights.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(240);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(24);
  const claims = Array.from({ length: 10_000 }, (_, at): [string, number] => [`claim-${at}`, at]);
  const { place } = await showReading(Object.fromEntries(claims));
  expect(words(find(place, "#claims-heading"))).toBe("Claims (10,000)");
  const table = find(place, "table[aria-labelledby=claims-heading]");
  expect(table.getAttribute("aria-rowcount")).toBe("10001");
  const drawn = [...table.querySelectorAll("tr[aria-rowindex]")];
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(100);
  expect(drawn[0]?.getAttribute("aria-rowindex")).toBe("2");
  expect(words(drawn[0] ?? table)).toContain("claim-0");
});
