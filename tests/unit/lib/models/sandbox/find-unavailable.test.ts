import { expect, test } from "vitest";
import { findUnavailable } from "../../../../../lib/models/sandbox/find-unavailable.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { tenant } from "../../../components/fake-worker.ts";

const sandbox = { ...tenant, origin: "https://sandbox.invalid" };

test.each(catalogue.map((operation) => [operation.id, operation] as const))(
  "at the sandbox, %s has a reason for the inspected page",
  (_id, operation) => {
    expect(findUnavailable(operation, sandbox).page).toMatch(/^[A-Z].+\.$/);
    expect(findUnavailable(operation, tenant)).toEqual(operation.unavailable ?? {});
  },
);

test("an operation of the inspected page alone does not lead back to the extension", () => {
  const inPageAlone = catalogue.filter(({ unavailable }) => unavailable?.extension !== undefined);
  expect(inPageAlone).not.toEqual([]);
  for (const operation of inPageAlone) {
    expect(findUnavailable(operation, sandbox).page).not.toContain("Run it in the extension");
  }
});
