import { expect, test } from "vitest";
import { explainNoToken } from "../../../../../lib/tokens/input/explain-no-token.ts";

const names =
  "A token that is no JWT is found only under a name such as access_token or id_token, or alone.";
const inUrl = `There is no token in this URL. ${names} A code is no token: run "Token request: code exchange" to redeem it.`;
const inJson = `There is no token in this JSON. ${names}`;
const inText = `There is no token in this text. ${names}`;

test.each([
  ["an object of JSON", '{"code":"secret"}', inJson],
  ["a list of JSON", '["secret"]', inJson],
  ["JSON after white space", '\n  {"code":"secret"}', inJson],
  ["a URL", "https://app.example/callback?code=secret", inUrl],
  ["a URL after white space", "  https://app.example/", inUrl],
  ["a URL of an app's own scheme, in capitals", "COM.EXAMPLE+App-1://callback", inUrl],
  ["a text with a URL in it", "see https://app.example/", inText],
  ["a text with JSON in it", 'body: {"code":"secret"}', inText],
  ["a name that begins with a digit", "1app://callback", inText],
  ["a scheme without slashes", "mailto:ada", inText],
])("explains that %s contains no token, and repeats nothing of it", (_, text, message) => {
  expect(explainNoToken("none", text)).toEqual({ code: "no-token", message });
});

test("asks for a part of a text that is too long, whatever it begins with", () => {
  for (const text of ["{", "https://app.example/", "words"])
    expect(explainNoToken("too-long", text)).toEqual({
      code: "too-long",
      message: "The text is longer than 1 MiB. Paste only the part with the token.",
    });
});
