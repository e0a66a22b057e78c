import { readText } from "../encoding/json.ts";
import type { Call, CallOutcome } from "./call.ts";
import type { BlockedPart } from "./policy-block.ts";

/** The action that the policy forbids to the page, and the directive that decides it. */
const restrictions: Readonly<Record<BlockedPart, readonly [does: string, directive: string]>> = {
  request: ["a script of the page connect to", "connect-src"],
  frame: ["the page show a frame of", "frame-src"],
};

/** Returns why the page's policy blocked a part of a call, and the remedy, as sentences. */
export function explainBlock(
  part: BlockedPart,
  { method, options }: Call,
): { cause: string; remedy: string } {
  const [does, directive] = restrictions[part];
  const tenant = readText(options["domain"]) ?? "the tenant";
  const elsewhere =
    method === "popup.authorize" ? "use Login with redirect" : "run it in the extension";
  return {
    cause: `This page's Content-Security-Policy does not let ${does} ${tenant}: ${directive}.`,
    remedy: `Allow it in the policy, or ${elsewhere}.`,
  };
}

/**
 * Adds cause and remedy to the error of a call whose request the page's policy blocked. The library
 * cannot know them: the browser hides the cause from `fetch`.
 */
export function explainRefusal(
  outcome: CallOutcome,
  blocked: BlockedPart | undefined,
  call: Call,
): CallOutcome {
  if (outcome.kind !== "rejected" || blocked === undefined) return outcome;
  return { ...outcome, error: { ...outcome.error, ...explainBlock(blocked, call) } };
}
