// The script that runs in the inspected page contains this file. Do not import schemas here.
import type { RunStep } from "./steps.ts";

/** The parts of a run that the page's own Content-Security-Policy can block. */
export const blockedParts = ["request", "frame"] as const;
export type BlockedPart = (typeof blockedParts)[number];

/** A violation of the page's policy, as the page tells it. Both texts are untrusted. */
export interface PolicyViolation {
  effectiveDirective: string;
  blockedURI: string;
}

/** The directives that govern a part, each with the ones that it falls back to (CSP 3, 6.8.3). */
const directives: Readonly<Record<BlockedPart, readonly string[]>> = {
  request: ["connect-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
};

/**
 * Returns the part of a run that a violation concerns; undefined for the page's own requests and
 * frames.
 *
 * @param steps the reports of the run's steps until now
 */
export function findBlockedPart(
  { effectiveDirective, blockedURI }: PolicyViolation,
  steps: readonly RunStep[],
): BlockedPart | undefined {
  return steps.find(
    (step): step is Extract<RunStep, { kind: BlockedPart }> =>
      (step.kind === "request" || step.kind === "frame") &&
      directives[step.kind].includes(effectiveDirective) &&
      isAddressOf(blockedURI, step.url),
  )?.kind;
}

/**
 * Returns true if a blocked URI names a URL. A policy does not read the query. Chromium tells only
 * the origin of a frame's URL.
 */
function isAddressOf(blockedURI: string, url: string): boolean {
  const [reported = ""] = blockedURI.split(/[?#]/);
  const [used = ""] = url.split(/[?#]/);
  return (
    reported === used ||
    (/^https?:\/\/[^/]+\/?$/.test(reported) && used.startsWith(`${reported.replace(/\/$/, "")}/`))
  );
}
