import { expect, test } from "vitest";
import { RedactionPreview } from "../../../../components/shared/RedactionPreview.tsx";
import { createRedactor } from "../../../../lib/redaction/create-redactor.ts";
import { createExchangeRedactor } from "../../../../lib/redaction/kept/create-exchange-redactor.ts";
import { createPreviewCollector } from "../../../../lib/redaction/redaction-preview.ts";
import { show } from "../show.ts";

test("says of a trace how many values were replaced, and marks their pseudonyms", async () => {
  const redactor = createExchangeRedactor();
  const exchange = {
    url: "https://app.example/callback?code=code-of-ada-5512&state=s-1",
    requestHeaders: [],
    responseHeaders: [],
    responseBody: { state: "empty" },
  } as const;
  const collector = createPreviewCollector();
  collector.add(redactor.redact(exchange).url);
  const receipt = redactor.receipt();
  const page = await show(<RedactionPreview receipt={receipt} preview={collector.read(receipt)} />);
  expect(page.textContent).toContain("Replaced 2 values in 2 places:");
  expect([...page.querySelectorAll("pre mark")].map((mark) => mark.textContent)).toEqual([
    "removed-text-1-of-16-characters",
    "removed-text-2-of-3-characters",
  ]);
});

async function showExport(entries: readonly unknown[]) {
  const redactor = createRedactor();
  for (const entry of entries) redactor.collect(entry);
  const collector = createPreviewCollector();
  for (const entry of entries) collector.add(`${JSON.stringify(redactor.redact(entry))}\n`);
  const receipt = redactor.receipt();
  const preview = collector.read(receipt);
  return await show(<RedactionPreview receipt={receipt} preview={preview} />);
}

test("shows an example of each removed kind beside the beginning of the file", async () => {
  const page = await showExport([
    { password: "hunter2-x" },
    { note: "again hunter2-x", otp: 123_456 },
  ]);
  expect(page.textContent).toContain("Removed 2 secrets in 3 places:");
  expect(page.textContent).toContain("password: 2 places");
  const [first] = page.querySelectorAll(".example");
  expect(first?.textContent).toContain('"password":"[removed password 1]"');
  const file = page.querySelector("pre");
  expect(file?.textContent).toContain('"note":"again [removed password 1]"');
  expect([...(file?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual([
    "[removed password 1]",
    "[removed password 1]",
    "[removed otp 1]",
  ]);
  expect(page.textContent).not.toContain("hunter2");
});

test("reports that no secret was found, and marks no foreign text that looks like a pseudonym", async () => {
  const page = await showExport([{ note: "[removed password 1]" }]);
  expect(page.textContent).toContain("No secrets found.");
  expect(page.querySelector("mark")).toBeNull();
  expect(page.textContent).toContain("File:");
});

test("escapes hidden characters of the file, and shortens a long file", async () => {
  const page = await showExport([{ note: "a\u202Eb" }, { note: "x".repeat(20_000) }]);
  expect(page.querySelector("pre")?.textContent).toContain(String.raw`a\u202eb`);
  expect(page.textContent).toContain("Beginning of the file:");
  expect(page.querySelector("pre")?.textContent.endsWith("x…")).toBe(true);
});
