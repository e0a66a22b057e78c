import { expect, test } from "vitest";
import { compareCaptured } from "../../../../../lib/models/runs/compare-captured.ts";
import type { CapturedRun } from "../../../../../lib/runs/from-request/captured-request.ts";
import { tenant as sample } from "../../../components/fake-worker.ts";

const selected = { ...sample, origin: "https://acme.example", customOrigin: "https://login.acme" };
const other = { ...sample, id: "b", name: "Other", origin: "https://other.example" };

function compare(changes: Partial<CapturedRun>, pageOrigin?: string) {
  const draft = {
    operation: "refresh",
    way: "page",
    values: {},
    parameters: [],
    order: [],
  } as const;
  const run = { draft, title: "", line: "", origin: selected.origin, notes: [], ...changes };
  return compareCaptured(run, selected, [selected, other], pageOrigin);
}

test.each([
  ["of the tenant's own domain", {}],
  ["of its custom domain", { origin: selected.customOrigin }],
  ["of its application", { clientId: selected.clientId }],
  ["of the inspected page", { pageOrigin: "https://shop.example" }],
])("a request %s is no difference", (_case, changes) => {
  expect(compare(changes, "https://shop.example")).toEqual({ sentences: [], isUnknown: false });
});

test("a request to another tenant names it", () => {
  expect(compare({ origin: other.origin })).toEqual({
    sentences: [
      "The captured request went to https://other.example. The run goes to the selected tenant, https://login.acme.",
    ],
    other,
    isUnknown: false,
  });
});

test("a request to a server that is no tenant is unknown", () => {
  expect(compare({ origin: "https://third.example" })).toMatchObject({ isUnknown: true });
});

test("another application, and a page that is not the inspected one, are named", () => {
  const changes = { clientId: "shop", pageOrigin: "https://shop.example" };
  expect(compare(changes, "https://else.example").sentences).toEqual([
    "The run uses the application shop of the request, not demo-spa of the tenant.",
    "The request came from https://shop.example, and the inspected page is at https://else.example. Open that page, or run it in the extension.",
  ]);
  expect(compare(changes).sentences, "in the extension").toHaveLength(1);
});
