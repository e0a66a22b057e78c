import { expect } from "vitest";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { performRun } from "../../../../../lib/models/runs/perform-run.ts";
import { RunModel } from "../../../../../lib/models/runs/run-model.ts";
import type { RunPort } from "../../../../../lib/models/runs/run-port.ts";
import { logInAt, openLogin, redirectUrl } from "../../runs/login-harness.ts";
import { createFakeWorker } from "../fake-worker.ts";

type Ports = ReturnType<typeof openLogin>["ports"];
type Send = ReturnType<typeof createFakeWorker>["send"];

/** Returns the ports of a run in the extension, with a worker. */
export function runPortOf(ports: Ports, send: Send): RunPort {
  return {
    now: () => ports.clock.now(),
    async readPlace(way) {
      expect(way).toBe("extension");
      const { redirectUrl: redirectUri } = await send("login.redirect-url", {});
      return { redirectUri, messageUri: "", pageOrigin: "" };
    },
    loadRunner: async () => (tenantId, run, context) =>
      performRun(tenantId, run, { ...ports, send, page: {}, readHtml: (html) => html }, context),
  };
}

/** Creates a model whose worker opens login windows at the in-process local tenant. */
export function openModel(given: Partial<CommandHandlers> = {}, port: Partial<RunPort> = {}) {
  const { tenant: local, ports } = openLogin();
  const { send, sent } = createFakeWorker({
    "login.redirect-url": async () => ({ redirectUrl }),
    "login.open": async ({ url }) => ({ redirectedTo: await logInAt(local, url) }),
    "login.cancel": async () => ({}),
    ...given,
  });
  const model = new RunModel({ ...runPortOf(ports, send), ...port });
  model.set("responseType", "token id_token");
  const opened = () =>
    sent.flatMap(({ command, request }) =>
      command === "login.open" ? [JSON.stringify(request)] : [],
    );
  return { model, opened, ports };
}
