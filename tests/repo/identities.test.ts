import { describe, expect, test } from "vitest";
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

describe.each([
  ["chrome", "Chrome Web Store", "CHROME_EXTENSION_ID"],
  ["edge", "Microsoft Edge Add-ons", "EDGE_EXTENSION_ID"],
])("a package for the store of %s", (browser, store, variable) => {
  test("needs the id that the store assigned", () => {
    expect(() => readChromiumIdentity(browser, "store", {})).toThrow(
      `The ${store} has not assigned an id to this extension yet.`,
    );
    expect(() => readChromiumIdentity(browser, "store", { [variable]: "" })).toThrow(variable);
  });

  test("has the id of the environment, and no key", () => {
    const id = "abcdefghijklmnopabcdefghijklmnop";
    expect(readChromiumIdentity(browser, "store", { [variable]: id })).toEqual({ id });
  });

  test("refuses what is no id", () => {
    expect(() => readChromiumIdentity(browser, "store", { [variable]: "my-item" })).toThrow(
      `"my-item" is no id of the ${store}`,
    );
  });
});

test("a package for Firefox's store has an add-on id that is no placeholder", () => {
  expect(readFirefoxId("production")).toMatch(/\.example$/u);
  expect(readFirefoxId("store")).toMatch(/^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/u);
});
