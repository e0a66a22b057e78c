import * as z from "zod/mini";
import type { ReportedRequest, RequestPort } from "../models/trace/follow-requests.ts";
import type { GivenBody } from "../trace/read-entry.ts";

// This file uses `chrome.devtools` with callbacks, which work in Firefox and Chromium, with or
// without the polyfill.

const logSchema = z.object({ entries: z.array(z.unknown()) });
const encodingSchema = z.object({
  response: z.object({ content: z.object({ encoding: z.string() }) }),
});
const maxUrl = 262_144;

/** Reports the requests of the inspected page. */
export const capturedRequests: Pick<RequestPort, "watch" | "readSnapshot" | "doSnapshotsDisturb"> =
  {
    doSnapshotsDisturb: location.protocol === "moz-extension:",

    watch({ onFinished, onNavigated }) {
      const { network } = chrome.devtools;
      const receive = (request: unknown) => onFinished(toReported(request));
      const navigate = (url: unknown) => {
        if (typeof url === "string" && url.length <= maxUrl) onNavigated(url);
      };
      network.onRequestFinished.addListener(receive);
      network.onNavigated.addListener(navigate);
      return () => {
        network.onRequestFinished.removeListener(receive);
        network.onNavigated.removeListener(navigate);
      };
    },

    readSnapshot() {
      return new Promise((resolve) => {
        chrome.devtools.network.getHAR((log: unknown) => {
          resolve((logSchema.safeParse(log).data?.entries ?? []).map(toReported));
        });
      });
    },
  };

/** Only Chromium's list has entries with a method for the body. Firefox's list has the bodies. */
function toReported(entry: unknown): ReportedRequest {
  if (!hasContent(entry)) return { entry };
  return {
    entry,
    readBody: () =>
      new Promise((resolve) => {
        entry.getContent((text, hint) => {
          // Firefox fails for a response that is gone, and logs an error that is not read.
          void chrome.runtime.lastError;
          resolve(readContent(entry, text, hint));
        });
      }),
  };
}

interface EntryWithContent {
  getContent(callback: (text: unknown, hint: unknown) => void): void;
}

function hasContent(entry: unknown): entry is EntryWithContent {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "getContent" in entry &&
    typeof entry.getContent === "function"
  );
}

/**
 * @param hint the encoding in Chromium, the MIME type in Firefox: its entry has the encoding
 */
function readContent(entry: unknown, text: unknown, hint: unknown): GivenBody | null {
  if (typeof text !== "string") return null;
  const told = encodingSchema.safeParse(entry).data?.response.content.encoding;
  return { text, encoding: hint === "base64" || told === "base64" ? "base64" : "" };
}
