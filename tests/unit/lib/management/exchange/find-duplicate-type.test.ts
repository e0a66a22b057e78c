import { expect, test } from "vitest";
import { findDuplicateType } from "../../../../../lib/management/exchange/find-duplicate-type.ts";

const profiles = [
  { id: "tep_1", name: 'Legacy "A"', subject_token_type: "urn:acme:a" },
  { id: "tep_2", name: "Partner", subject_token_type: "https://partner.example/t" },
];

test("a subject token type that a listed profile has is an error that names the profile", () => {
  const found = findDuplicateType(profiles, "urn:acme:a");
  expect(found?.field).toBe("subject_token_type");
  expect(found?.message).toContain('"Legacy \\"A\\""');
  expect(found?.message).toMatch(/\. Choose .*\.$/u);
});

test.each(["urn:acme:b", "urn:acme:A", "urn:acme:a ", "https://partner.example/t/", ""])(
  "%j is another one",
  (type) => {
    expect(findDuplicateType(profiles, type)).toBeUndefined();
  },
);

test("a profile may keep its own, and not take another's", () => {
  expect(findDuplicateType(profiles, "urn:acme:a", "tep_1")).toBeUndefined();
  expect(findDuplicateType(profiles, "urn:acme:a", "tep_2")).toBeDefined();
});
