import { expect, test } from "vitest";
import { formatCurl } from "../../../../lib/encoding/format-curl.ts";

test("a single quote is quoted for the shell", () => {
  const command = formatCurl({
    method: "POST",
    url: "https://login.example/u",
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify({ email: "o'brien@example.com" }),
  });
  expect(command).toContain(String.raw`"email":"o'\''brien@example.com"`);
});
