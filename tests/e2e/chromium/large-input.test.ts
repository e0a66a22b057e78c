import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { PanelPage } from "../pages/panel-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
  await bringForward(stage, "panel");
  await new PanelPage(stage.panel).openTab("Tokens");
});
afterAll(() => stage?.close());

const field = () => stage.panel.getByRole("textbox", { name: "Token" });
const report = () => stage.panel.locator(".token-report");

/** Copies the result of an expression in a page, which may be too long for a message. */
async function copy(expression: string): Promise<void> {
  await bringForward(stage, "options");
  await stage.options.evaluate(`document.addEventListener("copy", (event) => {
    event.clipboardData.setData("text/plain", ${expression});
    event.preventDefault();
  }, { once: true })`);
  await stage.options.keyboard.press("Control+C");
}

/** Runs work in the visible page, and returns the longest time between two frames in ms. */
async function measureGap(surface: Page | Frame, work: () => Promise<void>): Promise<number> {
  await surface.evaluate(`
    globalThis.longestGap = 0;
    (function follow(last) {
      globalThis.following = requestAnimationFrame((now) => {
        globalThis.longestGap = Math.max(globalThis.longestGap, now - last);
        follow(now);
      });
    })(performance.now())`);
  await work();
  const longest = await surface.evaluate(`new Promise((resolve) => {
    // The frame in which the work ends counts too, and lasts until the next one.
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
      cancelAnimationFrame(globalThis.following);
      resolve(globalThis.longestGap);
    })));
  })`);
  return z.number().parse(longest);
}

function makeToken(claims: number): string {
  const payload: Record<string, number> = {};
  for (let index = 0; index < claims; index += 1) payload[`claim_${index}`] = index;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "RS256", typ: "JWT" })}.${encode(payload)}.c2ln`;
}

test("draws only the claims in view of a token with 10,000", async () => {
  await copy(JSON.stringify(makeToken(10_000)));
  await bringForward(stage, "panel");
  await field().focus();
  await stage.devtools.keyboard.press("Control+V");
  await report().getByText("Claims (10,000)").waitFor();
  const drawn = report().locator("table[aria-labelledby=claims-heading] tr[aria-rowindex]");
  expect(await drawn.count()).toBeLessThan(200);
  expect(await drawn.count()).toBeGreaterThan(1);
  await stage.panel.getByRole("button", { name: "Forget token" }).click();
});

test("rejects a paste of 50 MB with the limit, does not parse it and accepts the next key", async () => {
  await copy(`"e30.e30.".padEnd(50 * 1024 * 1024, "A")`);
  // The browser needs time to pass such a text to any page.
  await bringForward(stage, "event");
  await stage.event.evaluate(`void (globalThis.received = new Promise((resolve) => {
    addEventListener("paste", ({ clipboardData }) => resolve(clipboardData.getData("text/plain").length));
  }))`);
  const handOver = await measureGap(stage.event, async () => {
    await stage.event.keyboard.press("Control+V");
    expect(await stage.event.evaluate("globalThis.received")).toBe(50 * 1024 * 1024);
  });
  await bringForward(stage, "panel");
  await field().focus();
  const refusal = await measureGap(stage.panel, async () => {
    await stage.devtools.keyboard.press("Control+V");
    await stage.devtools.keyboard.press("a");
    await report().getByText("This is not a JWT.").waitFor();
  });
  expect(await stage.panel.locator(".input-limit").innerText()).toContain(
    "The text is 50.0 MB; the limit is 1 MB.",
  );
  expect(await field().inputValue()).toBe("a");
  expect(refusal / handOver, `${refusal} ms, ${handOver} ms`).toBeLessThan(7);
});
