import { expect, test } from "vitest";
import { readChromiumIdentity, readFirefoxId } from "../../identities.ts";
import { deriveChromiumId } from "./bundle/check-manifest.ts";

test("packages for testers have the key of their id, in every Chromium-based browser", () => {
  for (const browser of ["chrome", "edge"]) {
    for (const mode of ["production", "development", "qa"]) {
      const { id, key } = readChromiumIdentity(browser, mode);
      expect(deriveChromiumId(key ?? "")).toBe(id);
    }
  }
});

test.each([
  ["chrome", /Chrome Web Store has not assigned an id.*upload a draft.*identities\.ts/u],
  ["edge", /Microsoft Edge Add-ons has not assigned an id.*upload a draft.*identities\.ts/u],
] as const)(
  "a package for the store of %s needs the id that the store assigned",
  (browser, why) => {
    expect(() => readChromiumIdentity(browser, "store")).toThrow(why);
  },
);

test("a package for Firefox's store needs an add-on id that is no placeholder", () => {
  expect(readFirefoxId("production")).toMatch(/\.example$/u);
  expect(() => readFirefoxId("store")).toThrow(/addons\.mozilla\.org.*identities\.ts/u);
});
