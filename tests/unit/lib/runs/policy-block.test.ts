import { expect, test } from "vitest";
import { findBlockedPart } from "../../../../lib/runs/policy-block.ts";
import type { RunStep } from "../../../../lib/runs/steps.ts";

const origin = "https://tenant.example:8443";
const frame: RunStep = {
  kind: "frame",
  id: 1,
  at: 0,
  url: `${origin}/authorize?prompt=none&state=a`,
};
const request: RunStep = {
  kind: "request",
  id: 2,
  at: 0,
  method: "GET",
  url: `${origin}/userinfo`,
  headers: {},
  body: "",
};
const popup: RunStep = { kind: "popup", id: 3, at: 0, url: `${origin}/u/popup`, isBlocked: false };
const steps = [popup, frame, request];

test.each([
  ["the URL of a request", "connect-src", request.url, "request"],
  ["a request, by the fallback of its directive", "default-src", request.url, "request"],
  ["the URL of a frame", "frame-src", frame.url, "frame"],
  ["the URL of a frame without its query", "frame-src", `${origin}/authorize`, "frame"],
  ["the origin of a frame, as Chromium tells it", "frame-src", origin, "frame"],
  ["the origin with a slash", "child-src", `${origin}/`, "frame"],
])("finds the part of a run that a violation blocks, for %s", (_what, directive, uri, part) => {
  expect(findBlockedPart({ effectiveDirective: directive, blockedURI: uri }, steps)).toBe(part);
});

test.each([
  ["another path of the tenant", "connect-src", `${origin}/other`],
  ["another origin", "frame-src", "https://other.example"],
  ["an origin that only begins like the tenant's", "frame-src", "https://tenant.example:844"],
  ["a path that only begins like a request's", "connect-src", `${origin}/user`],
  ["a popup, which no policy blocks", "frame-src", `${origin}/u/popup`],
  ["another directive", "img-src", request.url],
  ["the directive of another part", "frame-src", request.url],
  ["a keyword", "script-src", "inline"],
  ["an empty URI", "connect-src", ""],
])("leaves violations of the page itself alone: %s", (_what, directive, uri) => {
  const violation = { effectiveDirective: directive, blockedURI: uri };
  expect(findBlockedPart(violation, steps)).toBeUndefined();
});
