import { expect, test } from "vitest";
import { readOptionsHash, writeOptionsHash } from "../../../../lib/messages/options-place.ts";

test.each(["tenant", "credential", "stream"] as const)(
  "the address names the tenant and the part %s, and is read as it was written",
  (part) => {
    const place = { tenantId: "http://localhost:4400", part };
    expect(writeOptionsHash(place)).toBe(`#${part}/http%3A%2F%2Flocalhost%3A4400`);
    expect(readOptionsHash(writeOptionsHash(place))).toEqual(place);
  },
);

test("an id that somebody typed by hand is read as well", () => {
  expect(readOptionsHash("#tenant/https://acme.example")).toEqual({
    tenantId: "https://acme.example",
    part: "tenant",
  });
});

test.each([
  "",
  "#",
  "#tenant/",
  "#other/x",
  "tenant/x",
  "#tenant-heading",
  "#tenant/%E0%A4%A",
  `#tenant/${"x".repeat(301)}`,
  `#tenant/${"x".repeat(1001)}`,
])("the fragment “%s” names none", (hash) => {
  expect(readOptionsHash(hash)).toBeUndefined();
});
