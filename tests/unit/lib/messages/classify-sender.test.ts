import { expect, test } from "vitest";
import { classifySender } from "../../../../lib/messages/classify-sender.ts";

const own = { id: "our-id", origin: "moz-extension://our-uuid/" };
const ourPage = { id: own.id, url: `${own.origin}options.html` };

test("trusts a page of the extension, in a tab or without one", () => {
  expect(classifySender(ourPage, own)).toEqual({ isOwnPage: true, isPrivate: false });
  const inTab = { ...ourPage, tab: { incognito: false } };
  expect(classifySender(inTab, own)).toEqual({ isOwnPage: true, isPrivate: false });
});

test("recognizes a tab of a private window", () => {
  const inPrivate = { ...ourPage, tab: { incognito: true } };
  expect(classifySender(inPrivate, own)).toEqual({ isOwnPage: true, isPrivate: true });
});

test.each([
  ["another extension", { ...ourPage, id: "other-id" }],
  ["a sender without an id", { url: ourPage.url }],
  ["a content script in a page", { ...ourPage, url: "https://page.example/" }],
  ["a page whose URL holds ours", { ...ourPage, url: `https://page.example/?${own.origin}` }],
  ["an origin that begins like ours", { ...ourPage, url: "moz-extension://our-uuid.example/" }],
  ["a sender without a URL", { id: own.id }],
])("does not trust %s", (_who, sender) => {
  expect(classifySender(sender, own).isOwnPage).toBe(false);
});
