import { expect, test } from "vitest";
import { readPagePlace } from "../../../../lib/runs/page-place.ts";

const noWebPage = {
  problem:
    "The inspected page is no web page. Open the page of your application in this tab, then try again.",
};

function answer(url: string, shown = url, origin = URL.parse(url)?.origin ?? "null") {
  return { evaluate: async () => JSON.stringify({ url, shown, origin }) };
}

test("returns the origin and the URL of the page without query and fragment", async () => {
  expect(await readPagePlace(answer("http://localhost:3000/a/b?code=1#token=2"))).toEqual({
    origin: "http://localhost:3000",
    url: "http://localhost:3000/a/b",
  });
});

test("warns about a page whose policy has a sandbox", async () => {
  const url = "https://app.example/";
  expect(await readPagePlace(answer(url, url, "null"))).toEqual({
    origin: "https://app.example",
    url,
    warning:
      "The page's content security policy has a sandbox, so its origin is “null”. Frames, popups and requests of a run fail there.",
  });
});

test.each([
  ["a blank page", answer("about:blank")],
  ["a page of the browser", answer("chrome://version/")],
  ["a file", answer("file:///srv/a.html")],
  ["Chromium's error page", answer("chrome-error://chromewebdata/")],
  ["Firefox's error page", answer("https://app.example/", "about:neterror?e=dnsNotFound")],
  ["an answer that is no text", { evaluate: async () => ({}) }],
  ["an answer that is no JSON", { evaluate: async () => "{" }],
  ["a URL that is too long", answer(`https://app.example/${"a".repeat(65_536)}`)],
])("says that nothing can run in %s", async (_what, page) => {
  expect(await readPagePlace(page)).toEqual(noWebPage);
});

test("names the possible reasons when the browser evaluates nothing in the page", async () => {
  expect(await readPagePlace({ evaluate: () => Promise.reject(new Error("no")) })).toEqual({
    problem:
      "The browser does not let DevTools extensions run scripts in the inspected page: it is no web page, or its content security policy has a sandbox. Open the page of your application in this tab, then try again.",
  });
});

test("asks to open DevTools again when the browser returns nothing from the page", async () => {
  expect(await readPagePlace({ evaluate: () => Promise.resolve(undefined) })).toEqual({
    problem: "DevTools has lost the inspected page. Close DevTools, open it again, then try again.",
  });
});
