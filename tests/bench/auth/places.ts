import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import * as z from "zod/mini";
import { findChromium } from "../../launch/find-browser.mjs";
import type { BenchResponse } from "./response.ts";

/** The two libraries, as pages load them. */
export const scripts = {
  ours: resolve(import.meta.dirname, "../../../.output/chrome-mv3/auth-library.js"),
  peer: fileURLToPath(import.meta.resolve("auth0-js/dist/auth0.min.js")),
};

const harness = fileURLToPath(new URL("./harness.js", import.meta.url));
const read = (path: string): string => readFileSync(path, "utf8");
const timingSchema = z.object({ milliseconds: z.number(), requests: z.number() });

/** The measured function of a library, and the number of calls. */
export interface Task {
  readonly which: "ours" | "peer";
  /**
   * `verify` is plain WebCrypto for both: the same ID token's signature and the digest for its
   * `at_hash`.
   */
  readonly what: "parse" | "url" | "verify";
  readonly count: number;
  /** The number of concurrent calls. */
  readonly underWay: number;
}

/** The milliseconds and key requests of one call. */
export type Timing = z.infer<typeof timingSchema>;

/** A runtime for measurements; it loads each library once. */
export interface Place {
  measure(task: Task): Promise<Timing>;
  close(): Promise<void>;
}

/** Node: a separate process for the measurements only. */
export function openNode(response: BenchResponse): Place {
  const node = fork(new URL("./node.ts", import.meta.url), [scripts.ours, scripts.peer, harness]);
  return {
    async measure(task) {
      node.send({ ...response, ...task });
      const answers: unknown[] = await once(node, "message");
      return timingSchema.parse(answers[0]);
    },
    async close() {
      node.disconnect();
      await once(node, "exit");
    },
  };
}

/**
 * Chromium: a page of the issuer's origin, which serves the scripts; no request leaves the browser.
 */
export async function openChromium(response: BenchResponse): Promise<Place> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.platform, process.env) ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
  });
  const page = await browser.newPage();
  const files: Record<string, string> = {
    "/ours.js": scripts.ours,
    "/peer.js": scripts.peer,
    "/harness.js": harness,
  };
  await page.route("**/*", (route) => {
    const path = files[new URL(route.request().url()).pathname];
    return path === undefined
      ? route.fulfill({
          contentType: "text/html",
          body: Object.keys(files)
            .map((name) => `<script src="${name}"></script>`)
            .join(""),
        })
      : route.fulfill({ contentType: "text/javascript", body: read(path) });
  });
  await page.goto(response.issuer);
  return {
    async measure(task) {
      const text = JSON.stringify({ ...response, ...task });
      return timingSchema.parse(await page.evaluate(`runBench(${text})`));
    },
    close: () => browser.close(),
  };
}
