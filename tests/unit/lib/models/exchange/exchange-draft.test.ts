import { expect, test } from "vitest";
import {
  exchangeDraftSchema,
  freshExchangeForm,
} from "../../../../../lib/models/exchange/exchange-draft.ts";

test("a draft of another version keeps its texts: a field that it lacks is fresh", () => {
  const stored = { form: { name: "Kiosk", subject_token_type: "urn:acme:kiosk", later: "x" } };
  expect(exchangeDraftSchema.parse(stored)).toEqual({
    form: { ...freshExchangeForm, name: "Kiosk", subject_token_type: "urn:acme:kiosk" },
  });
});

test("a draft whose text is no text, or too long, is refused", () => {
  for (const name of [7, "x".repeat(10_001)]) {
    expect(exchangeDraftSchema.safeParse({ form: { name } }).success).toBe(false);
  }
});
