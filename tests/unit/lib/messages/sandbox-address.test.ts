import { expect, test } from "vitest";
import { readSandboxPlace, writeSandboxAddress } from "../../../../lib/messages/sandbox-address.ts";

const url = "https://sandbox.invalid/authorize?scope=openid%20email&state=a%26b#x";

test.each([{ url }, { url, loginId: "a1" }])("an address keeps %j", (place) => {
  const address = new URL(writeSandboxAddress(place), "chrome-extension://abc");
  expect(address.pathname).toBe("/sandbox-browser.html");
  expect(readSandboxPlace(address.hash)).toEqual(place);
});

test.each(["", "#", "#url=", "#url=nowhere", "#loginId=a"])("%j names no place", (fragment) => {
  expect(readSandboxPlace(fragment)).toBeUndefined();
});
