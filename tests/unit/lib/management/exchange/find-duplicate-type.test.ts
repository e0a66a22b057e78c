import { expect, test } from "vitest";
import { findDuplicateType } from "../../../../../lib/management/exchange/find-duplicate-type.ts";

const profiles = [
  { id: "tep_1", name: 'Legacy "A"', subject_token_type: "urn:acme:a" },
  { id: "tep_2", name: "Partner", subject_token_type: "https://partner.example/t" },
];

test("returns an error that names the listed profile with the same subject token type", () => {
  const found = findDuplicateType(profiles, "urn:acme:a");
  expect(found?.field).toBe("subject_token_type");
  expect(found?.message).toContain('"Legacy \\"A\\""');
  expect(found?.message).toMatch(/\. Choose .*\.$/u);
});

test.each(["urn:acme:b", "urn:acme:A", "urn:acme:a ", "https://partner.example/t/", ""])(
  "accepts %j as another type",
  (type) => {
    expect(findDuplicateType(profiles, type)).toBeUndefined();
  },
);

test("allows a profile its own type, but not the type of another", () => {
  expect(findDuplicateType(profiles, "urn:acme:a", "tep_1")).toBeUndefined();
  expect(findDuplicateType(profiles, "urn:acme:a", "tep_2")).toBeDefined();
});
