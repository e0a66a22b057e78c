import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { readPageStorage } from "../../../../../lib/models/tokens/read-page-storage.ts";

/** The parts of a page that the expression uses. A getter can throw as in a sandboxed page. */
function createPage(given: {
  local?: Record<string, string> | undefined;
  session?: Record<string, string> | undefined;
  cookie?: string | undefined;
}) {
  const createStorage = (values: Record<string, string> | undefined) => {
    if (values === undefined) throw new Error("SecurityError");
    const keys = Object.keys(values);
    return {
      length: keys.length,
      key: (at: number) => keys[at],
      getItem: (key: string) => values[key],
    };
  };
  const window = {
    get localStorage() {
      return createStorage(given.local);
    },
    get sessionStorage() {
      return createStorage(given.session);
    },
  };
  const document = {
    get cookie() {
      if (given.cookie === undefined) throw new Error("SecurityError");
      return given.cookie;
    },
  };
  const self = { origin: "https://app.example" };
  return {
    evaluate: async (expression: string): Promise<unknown> =>
      runInNewContext(expression, { window, document, self }),
  };
}

test("reads the values of both storages and the readable cookies, and says what was searched", async () => {
  const page = createPage({
    local: { access_token: "opaque-4f7a91", theme: "dark" },
    session: { a: JSON.stringify({ refresh_token: "opaque-77b1c2" }) },
    cookie: "id_token=opaque-a2c4e6; flag",
  });
  expect(await readPageStorage(page)).toEqual({
    ok: true,
    tokens: [
      { token: "opaque-4f7a91", area: "localStorage", key: "access_token", role: "access" },
      { token: "opaque-77b1c2", area: "sessionStorage", key: "a", role: "refresh" },
      { token: "opaque-a2c4e6", area: "cookie", key: "id_token", role: "id" },
    ],
    searched:
      "Searched 2 values in localStorage, 1 value in sessionStorage and 2 cookies that the page can read of https://app.example.",
  });
});

test("says what a page without anything stored was searched for", async () => {
  expect(await readPageStorage(createPage({ local: {}, session: {}, cookie: "" }))).toEqual({
    ok: true,
    tokens: [],
    searched:
      "Searched 0 values in localStorage, 0 values in sessionStorage and 0 cookies that the page can read of https://app.example.",
  });
});

test("names the parts that a sandboxed page cannot read", async () => {
  expect(await readPageStorage(createPage({}))).toMatchObject({
    tokens: [],
    searched: "The page cannot read its localStorage, sessionStorage and cookies.",
  });
});

test("leaves out what exceeds 1 MiB, and says so", async () => {
  const local = { big: "x".repeat(1024 * 1024), access_token: "opaque-4f7a91" };
  const read = await readPageStorage(createPage({ local, session: {}, cookie: "" }));
  expect(read).toMatchObject({
    tokens: [{ token: "opaque-4f7a91" }],
    searched: expect.stringContaining("Some values were left out: the limit is 1 MiB."),
  });
});

test("stops after 2,000 values", async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`key-${at}`, "v"]));
  const read = await readPageStorage(createPage({ local: many, session: {}, cookie: "" }));
  expect(read).toMatchObject({ ok: true, searched: expect.stringContaining("left out") });
});

const answer = { origin: "https://app.example", entries: [], blocked: [], isCut: false };

test.each([
  ["a refusal", () => Promise.reject(new Error("refused")), "does not let DevTools"],
  ["nothing", async () => undefined, "DevTools has lost"],
  ["a number", async () => 5, "unexpected value"],
  ["an object", async () => answer, "unexpected value"],
  ["a text that is no JSON", async () => "<html>", "unexpected value"],
  [
    "an entry of another shape",
    async () => JSON.stringify({ ...answer, entries: [["x"]] }),
    "unexpected",
  ],
  ["too long a text", async () => " ".repeat(8 * 1024 * 1024), "unexpected value"],
])("explains what to do after %s", async (_what, evaluate, words) => {
  const read = await readPageStorage({ evaluate });
  expect(read).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  expect(!read.ok && read.message).toMatch(/(?:Open|Close|Reload) .*then try again\.$/u);
});
