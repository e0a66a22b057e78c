import * as z from "zod/mini";
import type { Operation, Values } from "../../lib/runs/operation.ts";
import { adaId, prepare } from "./prepare.ts";
import type { RunStage } from "./run-stage.ts";

/** Causes a failure, and returns the values to change. `values` are those of a success. */
export type Provocation = (
  stage: RunStage,
  values: Values,
  operation: Operation,
) => Values | Promise<Values>;

export const elsewhere = "https://elsewhere.example/";

/** Only changes values. */
export const send =
  (values: Values): Provocation =>
  () =>
    values;

/** Uses a control of the tenant. */
export const control =
  (method: string, path: string, body: unknown, values: Values = {}): Provocation =>
  async (stage) => {
    const answer = await stage.open.control(method, path, body);
    if (JSON.stringify(answer).startsWith('{"error"')) throw new Error(JSON.stringify(answer));
    return values;
  };

/** Plans the next response of a route. */
export const respond = (path: string, status: number, error: string): Provocation =>
  control("POST", "responses", { path, status, body: JSON.stringify({ error }) });

/** Lets the tenant's rule refuse the users of the tests. */
export const denyLogin: Provocation = async (stage) => {
  for (const id of listUsers(stage)) {
    const path = `/api/v2/users/${encodeURIComponent(id)}`;
    await stage.open.call(await stage.open.getToken(), "PATCH", path, {
      app_metadata: { login_denied: true },
    });
  }
  return {};
};

export const block: Provocation = async (stage) => {
  for (const id of listUsers(stage)) {
    await stage.open.control("PATCH", `users/${encodeURIComponent(id)}`, { blocked: true });
  }
  return {};
};

const loggedInSchema = z.object({
  result: z.object({ idTokenPayload: z.object({ sub: z.string() }) }),
});

/** Logs in once, so that the passwordless user exists, and gets another code. */
export const afterFirstLogin =
  (provoke: Provocation): Provocation =>
  async (stage, values, operation) => {
    const { idTokenPayload } = loggedInSchema.parse(await stage.run(operation, values)).result;
    stage.passwordlessId = idTokenPayload.sub;
    const again = await prepare(stage, operation);
    return { ...again, ...(await provoke(stage, again, operation)) };
  };

function listUsers(stage: RunStage): string[] {
  return [adaId, stage.passwordlessId].filter((id) => id !== "");
}
