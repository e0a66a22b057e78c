import fc from "fast-check";
import { expect, test } from "vitest";
import {
  readEventLink,
  writeEventAddress,
  type EventLink,
} from "../../../../lib/messages/event-link.ts";

const tenantRef = "00ffa1b2c3d4e5f6";
const refs = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
/** Any number that a log may hold; minus zero is written as zero. */
const numbers = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((n) => !Object.is(n, -0));
const links: fc.Arbitrary<EventLink> = fc.oneof(
  fc.record({ tenantRef: refs, sequence: fc.nat(), storedAt: numbers }),
  fc.record({ tenantRef: refs, since: numbers }),
);
const hashOf = (address: string): string => address.slice(address.indexOf("#"));

test("parses every link that it formats", () => {
  fc.assert(
    fc.property(links, (link) => {
      expect(readEventLink(hashOf(writeEventAddress(link)))).toEqual(link);
    }),
  );
});

test("parses only fragments that it could have formatted", () => {
  const parts = fc.oneof(
    fc.constantFrom("event", "since", "", tenantRef, "0", "7", "-1", "1e400", "NaN", " 7", "07"),
    fc.string(),
  );
  const hashes = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 5 }).map((list) => `#${list.join("/")}`),
  );
  const isWritten = fc.property(hashes, (hash) => {
    const link = readEventLink(hash);
    return link === undefined || hashOf(writeEventAddress(link)) === hash;
  });
  expect(() => fc.assert(isWritten, { numRuns: 2_000 })).not.toThrow();
});

test("puts only a reference of the tenant and numbers into the URL", () => {
  const link = { tenantRef, sequence: 12, storedAt: 1_795_251_600_000 };
  const event = { ...link, tenantId: "https://acme.example", id: "evt_1", type: "user.created" };
  expect(writeEventAddress(event)).toBe(`/event.html#event/${tenantRef}/12/1795251600000`);
  expect(writeEventAddress({ tenantRef, since: 5 })).toBe(`/event.html#since/${tenantRef}/5`);
});

test.each([
  "",
  "#",
  "#event",
  `#event/${tenantRef}`,
  `#event/${tenantRef}/1`,
  `#event/${tenantRef}/1/2/3`,
  `#event/${tenantRef}/one/2`,
  `#event/${tenantRef.toUpperCase()}/1/2`,
  `#event/https:%2F%2Facme.example/1/2`,
  `#since/${tenantRef}`,
  `#since/${tenantRef}/yesterday`,
  `#since/${tenantRef}/Infinity`,
  `#since/${tenantRef}/1/2`,
  "#tenant=https%3A%2F%2Facme.example&event=evt_1",
])("returns undefined for the fragment “%s”", (hash) => {
  expect(readEventLink(hash)).toBeUndefined();
});
