import { expect, test } from "vitest";
import type { LoginFailure } from "../../../../../lib/messages/login.ts";
import { explainLoginFailure } from "../../../../../lib/models/runs/explain-login-failure.ts";

const login = {
  origin: "https://acme.example",
  clientId: "app",
  redirectUrl: "https://callback.example/",
  readHtml: (html: string) => html.replaceAll(/<[^>]*>/g, " "),
};
const page = { status: 400, text: "<h1>Unknown client</h1>\n <p>Register it.</p>", isHtml: true };
const explain = (failure: LoginFailure) => explainLoginFailure(failure, login);
const quote = (text: string, isHtml = false) =>
  explain({ kind: "refused", page: { status: 400, text, isHtml } }).said;

const failures: LoginFailure[] = [
  { kind: "closed" },
  { kind: "error-page" },
  { kind: "unproven" },
  { kind: "no-access" },
  { kind: "unreachable", isTimeout: false },
  { kind: "unreachable", isTimeout: true },
  { kind: "refused", page },
  { kind: "failed", page: { ...page, status: 503 } },
  { kind: "failed", page: { ...page, status: 429 } },
  { kind: "interrupted" },
];

test("returns a text of its own for each cause", () => {
  const texts = failures.map((failure) => JSON.stringify(explain(failure)));
  expect(new Set(texts).size).toBe(failures.length);
});

test("quotes a rejection on one line, and lists client and callback as checks", () => {
  expect(explain({ kind: "refused", page })).toEqual({
    title: "The tenant rejected the request with status 400.",
    problem: "The login did not start. Check:",
    said: "Unknown client Register it.",
    toCheck: [
      "The tenant knows the client ID app.",
      "The application's allowed callback URLs contain https://callback.example/",
    ],
  });
});

test("lists no cause at the tenant if the user closed the window", () => {
  expect(explain({ kind: "closed" })).not.toHaveProperty("toCheck");
});

test("does not say that the tenant accepts a request without a proof", () => {
  const explained = explain({ kind: "unproven" });
  expect(JSON.stringify(explained)).not.toContain("The tenant accepts the request");
  expect(explained).toHaveProperty("toCheck");
});

test("does not call a tenant without browser permission unreachable", () => {
  const { problem } = explain({ kind: "no-access" });
  expect(problem).toContain("no access to https://acme.example");
  expect(problem).not.toContain("did not respond");
});

test("quotes nothing of an empty page", () => {
  expect(quote(" \n")).toBeUndefined();
  expect(quote("<p> </p>", true)).toBeUndefined();
});

test("quotes at most 400 characters, and keeps surrogate pairs whole", () => {
  expect(quote("x".repeat(400))).toBe("x".repeat(400));
  expect(quote("x".repeat(401))).toBe(`${"x".repeat(400)}…`);
  expect(quote(`${"x".repeat(399)}😀`)).toBe(`${"x".repeat(399)}…`);
});

test("escapes direction-changing characters, and keeps the markup of plain text", () => {
  expect(quote("a\u202eb\u200bc\u0007")).toBe("a\\u202eb\\u200bc\\u0007");
  expect(quote("<b>no</b>")).toBe("<b>no</b>");
});
