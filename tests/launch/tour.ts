import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { PanelPage } from "../e2e/pages/panel-page.ts";
import { SandboxControl } from "../e2e/pages/sandbox-control.ts";
import { root } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openDemoPanel, openInspectorSession } from "./inspector-session.ts";
import { TenantControl } from "./tenant-control.ts";
import type { TourStage } from "./tour-stage.ts";
import { tourSteps } from "./tour-steps.ts";

export const tourFaults = [
  "tenant-down",
  "hs256-accepted",
  "wrong-key",
  "create-refused",
  "patch-not-applied",
  "stream-silent",
  "message-lost",
  "code-refused",
  "logout-ignored",
  "password-refused",
  "popup-not-allowed",
  "passwordless-refused",
  "user-info-failed",
  "linking-refused",
  "keys-unavailable",
  "audience-ignored",
  "file-changed",
  "sandbox-callback",
] as const;
export type TourFault = (typeof tourFaults)[number];

/** Responses of the tenant that replace the right ones, for the faults of a single route. */
const plannedFaults: Readonly<Partial<Record<TourFault, PlannedFault>>> = {
  "keys-unavailable": {
    path: "/.well-known/jwks.json",
    method: "GET",
    status: 503,
    error: "unavailable",
  },
  "code-refused": { path: "/oauth/token", method: "POST", status: 400, error: "invalid_grant" },
  "password-refused": {
    path: "/co/authenticate",
    method: "POST",
    status: 403,
    error: "access_denied",
  },
  "passwordless-refused": {
    path: "/passwordless/start",
    method: "POST",
    status: 400,
    error: "bad.connection",
  },
  "user-info-failed": { path: "/userinfo", method: "GET", status: 401, error: "invalid_token" },
  "linking-refused": {
    path: `/api/v2/users/${encodeURIComponent(demo.user.id)}/identities`,
    method: "POST",
    status: 403,
    error: "Forbidden",
  },
};

interface PlannedFault {
  path: string;
  method: "GET" | "POST";
  status: number;
  error: string;
}

/** Runs in the panel: every file that it reads has lost the tokens that the file on disk has. */
function loseTokensOfFiles(): void {
  Blob.prototype.text = async function lose(this: Blob) {
    return (await new Response(this).text()).replaceAll(/eyJ[\w-]+/g, "lost");
  };
}

async function plantFault(fault: TourFault, stage: TourStage): Promise<void> {
  const { control, tenant } = stage;
  const planned = plannedFaults[fault];
  if (planned !== undefined) {
    const { error, ...plan } = planned;
    const headers = {
      "content-type": "application/json",
      // The page reads the refusal only with this header.
      "access-control-allow-origin": tenant.demoOrigins[0],
      "access-control-allow-credentials": "true",
    };
    const body = JSON.stringify({ error, error_description: "Planted." });
    await control.planResponse({ ...plan, times: 1000, headers, body });
  } else if (fault === "tenant-down") await tenant.stop();
  else if (fault === "popup-not-allowed") {
    const pages = ["/", "/callback"].map((path) => `${tenant.demoOrigins[0]}${path}`);
    await control.changeClient(demo.clientId, { callbacks: [demo.extensionRedirect, ...pages] });
  } else if (fault === "logout-ignored") {
    const headers = { location: demo.extensionRedirect };
    await control.planResponse({ path: "/v2/logout", status: 302, times: 1000, headers });
  } else if (fault === "file-changed") {
    await stage.devtoolsPanel.frame.evaluate(loseTokensOfFiles);
  } else if (fault === "sandbox-callback") {
    const { page } = stage.options;
    const sandbox = new SandboxControl((run, request) => page.evaluate(run, request));
    stage.onSandboxOpened = async () => {
      await sandbox.call("PATCH", "/clients/demo-spa", { callbacks: [] });
    };
  } else await control.plant(fault);
}

export interface TourOptions {
  /** Default: none. */
  faults?: readonly TourFault[];
  /**
   * The folder of the pictures, which is emptied first. Default: `.output/tour`, or with faults
   * `.output/tour-with-faults`, so that the pictures of the good tour stay.
   */
  pictures?: string;
  /** The names of the steps to run. Default: all. */
  only?: readonly string[];
  /** Prints one line of the report. Default: to the console. */
  print?: (line: string) => void;
}

/**
 * Runs the product's main tasks in a headless browser and reports each step's result, time and
 * picture.
 *
 * @returns the exit code: 0 only if every step passed
 */
export async function runTour({
  faults = [],
  only,
  pictures = join(root, ".output", faults.length === 0 ? "tour" : "tour-with-faults"),
  print = console.log,
}: TourOptions = {}): Promise<0 | 1> {
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const session = await openInspectorSession({ headless: true, port: 0 });
  const steps = tourSteps.filter(({ name }) => only?.includes(name) !== false);
  let passed = 0;
  let failed = 0;
  try {
    // Each step reports a fault, so a fault must not take long.
    session.chromium.context.setDefaultTimeout(10_000);
    const devtoolsPanel = await openDemoPanel(session);
    const stage: TourStage = {
      ...session,
      devtoolsPanel,
      panel: new PanelPage(devtoolsPanel.frame),
      control: new TenantControl(session.tenant.origin),
      picture: (name) => join(pictures, name),
    };
    for (const fault of faults) await plantFault(fault, stage);
    for (const [index, step] of steps.entries()) {
      const number = index + 1;
      const startedAt = performance.now();
      let problem: string | undefined;
      try {
        await step.run(stage, `${number}-${step.name}.png`);
        passed += 1;
      } catch (error) {
        failed += 1;
        problem = error instanceof Error ? error.message : String(error);
        await devtoolsPanel.screenshot(stage.picture(`${number}-${step.name}.png`)).catch(() => {});
      }
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(
        `${problem === undefined ? "ok    " : "FAILED"} ${number} ${step.name.padEnd(20)} ${seconds.padStart(5)} s  ${step.title}`,
      );
      if (problem !== undefined) print(`         ${problem.replaceAll("\n", "\n         ")}`);
    }
  } finally {
    await session.close();
  }
  print(`Pictures: ${pictures}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed === steps.length ? 0 : 1;
}
