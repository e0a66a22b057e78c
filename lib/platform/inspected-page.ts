import * as z from "zod/mini";
import type { PagePort, PageRequest } from "../runs/page-port.ts";

// This file uses `chrome.devtools` with callbacks, which work in Firefox and Chromium, with or
// without the polyfill.

const maxText = 65_536;
const text = z.string().check(z.maxLength(maxText));
const headerSchema = z.object({ name: z.string(), value: z.string() });

/** The part of a HAR entry that a run reads (HTTP Archive 1.2). Longer entries are ignored. */
const entrySchema = z.object({
  request: z.object({
    method: z.string().check(z.maxLength(20)),
    url: text,
    postData: z.optional(z.nullable(z.object({ text: z.optional(z.nullable(text)) }))),
  }),
  response: z.object({
    redirectURL: z.optional(z.nullable(text)),
    headers: z.optional(z.array(headerSchema)),
  }),
});

/**
 * The browser's reason why it did not evaluate an expression. Firefox gives some of its members.
 */
const refusalSchema = z.object({
  isError: z.optional(z.boolean()),
  isException: z.optional(z.boolean()),
});

const isRefused =
  "The browser does not let DevTools extensions run scripts in the inspected page. Open the page of your application in this tab, then try again.";
const hasThrown =
  "The script of the run failed in the inspected page. Reload the page, then try again.";

/** The page that DevTools inspects. */
export const inspectedPage: PagePort = {
  evaluate(expression) {
    return new Promise((resolve, reject) => {
      chrome.devtools.inspectedWindow.eval(expression, (value: unknown, info: unknown) => {
        const refusal = refusalSchema.safeParse(info).data;
        if (refusal?.isError === true) reject(new Error(isRefused));
        // Do not quote the exception: its text can contain secrets of the run.
        else if (refusal?.isException === true) reject(new Error(hasThrown));
        else resolve(value);
      });
    });
  },

  watch({ onRequest, onNavigated }) {
    const { network } = chrome.devtools;
    const receive = (entry: unknown) => {
      const request = parseEntry(entry);
      if (request !== undefined) onRequest?.(request);
    };
    const navigate = (url: unknown) => {
      if (typeof url === "string" && url.length <= maxText) onNavigated?.(url);
    };
    if (onRequest !== undefined) network.onRequestFinished.addListener(receive);
    network.onNavigated.addListener(navigate);
    return () => {
      network.onRequestFinished.removeListener(receive);
      network.onNavigated.removeListener(navigate);
    };
  },

  async readScript() {
    const response = await fetch(chrome.runtime.getURL("page-run.js"));
    // Rules of the extension's build: the file is one expression and a semicolon.
    return (await response.text()).trim().replace(/;$/, "");
  },
};

function parseEntry(entry: unknown): PageRequest | undefined {
  const parsed = entrySchema.safeParse(entry).data;
  if (parsed === undefined) return undefined;
  const { request, response } = parsed;
  const location = response.headers?.find(({ name }) => name.toLowerCase() === "location")?.value;
  // Chromium gives an empty URL for a response that is no redirect.
  const redirect = response.redirectURL || location;
  const body = request.postData?.text;
  return {
    method: request.method,
    url: request.url,
    ...(redirect === undefined ? {} : { redirect }),
    ...(typeof body === "string" ? { body } : {}),
  };
}

/** Loads the inspected page again. */
export function reloadInspectedPage(): void {
  chrome.devtools.inspectedWindow.reload({});
}
