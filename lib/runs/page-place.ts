import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";
import { maxStepText } from "./limit-text.ts";
import type { PagePort } from "./page-port.ts";

/** The inspected page, as a place for runs. */
export interface PagePlace {
  /** The page's origin, as the tenant's lists of allowed origins name it. */
  origin: string;
  /** The page's URL without query and fragment. */
  url: string;
  /** The reason why many operations fail in this page. */
  warning?: string;
}

const expression =
  "JSON.stringify({ url: location.href, shown: document.documentURI, origin: self.origin })";

const text = z.string().check(z.maxLength(maxStepText));
const factsSchema = z.object({ url: text, shown: text, origin: text });

const noWebPage =
  "The inspected page is no web page. Open the page of your application in this tab, then try again.";
const isRefused =
  "The browser does not let DevTools extensions run scripts in the inspected page: it is no web page, or its content security policy has a sandbox. Open the page of your application in this tab, then try again.";
const isLost =
  "DevTools has lost the inspected page. Close DevTools, open it again, then try again.";
const isSandboxed =
  "The page's content security policy has a sandbox, so its origin is “null”. Frames, popups and requests of a run fail there.";

/** Reads the address of the inspected page, or the reason why nothing can run there. */
export async function readPagePlace(
  page: Pick<PagePort, "evaluate">,
): Promise<PagePlace | { problem: string }> {
  let value: unknown;
  try {
    value = await page.evaluate(expression);
  } catch {
    // As Chromium does in its own pages, and in each page with an opaque origin.
    return { problem: isRefused };
  }
  // In Firefox, all expressions have this value some navigations after the page was about:blank.
  if (value === undefined) return { problem: isLost };
  const facts = factsSchema.safeParse(typeof value === "string" ? parseJson(value) : value).data;
  const url = URL.parse(facts?.url ?? "");
  if (facts === undefined || url === null) return { problem: noWebPage };
  // The URI of the document of an error page differs from the page's URL.
  const isWeb = [facts.url, facts.shown].every((each) => /^https?:/.test(each));
  if (!isWeb) return { problem: noWebPage };
  return {
    origin: url.origin,
    url: url.origin + url.pathname,
    ...(facts.origin === "null" ? { warning: isSandboxed } : {}),
  };
}
