import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  arrangeRefusal,
  findMentionedField,
} from "../../../../../lib/management/refusals/arrange-refusal.ts";
import { badRequestCauses } from "../../../../../lib/management/refusals/refusal-causes.ts";

const fields = ["name", "subject_token_type", "action_id", "connection_name_prefix_template"];
const causes = badRequestCauses.createTokenExchangeProfile ?? [];

test.each([
  ["Invalid subject_token_type: must be a URI.", "subject_token_type"],
  ["The subject token type is reserved.", "subject_token_type"],
  ["Payload validation error: 'Too long' on property name.", "name"],
  ["A profile with this name exists.", "name"],
  ["connection_name_prefix_template: '{x}' is unknown.", "connection_name_prefix_template"],
  ["The action_id is not of the form of one.", "action_id"],
  ["Something is wrong.", undefined],
  ["name and action_id are wrong.", undefined],
  ["The rename failed.", undefined],
])("finds in %j the field %s", (words, field) => {
  expect(findMentionedField(words, fields)).toBe(field);
});

test.each([
  ["Action is not deployed", "The action is not deployed."],
  ["The action must have the trigger custom-token-exchange.", "The action has another trigger."],
])("puts the cause that matches %j first", (words, what) => {
  const { first, others } = arrangeRefusal(words, causes);
  expect(first.map((cause) => cause.what)).toEqual([what]);
  expect(others).toHaveLength(causes.length - 1);
});

test("neither loses nor repeats a cause, for any message", () => {
  fc.assert(
    fc.property(fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }), (words) => {
      const { first, others } = arrangeRefusal(words, causes);
      expect(new Set([...first, ...others])).toEqual(new Set(causes));
      expect(first.length + others.length).toBe(causes.length);
    }),
  );
});
