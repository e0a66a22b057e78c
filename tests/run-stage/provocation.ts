import * as z from "zod/mini";
import type { Operation, Values } from "../../lib/runs/operation.ts";
import { adaId, prepare } from "./prepare.ts";
import type { RunStage } from "./run-stage.ts";

/** Prepares a failure, and returns the changed values. The operation succeeds with `values`. */
export type Provocation = (
  stage: RunStage,
  values: Values,
  operation: Operation,
) => Values | Promise<Values>;

/** A URL that no list of the tenant contains. */
export const unregisteredUrl = "https://elsewhere.example/";

/** Returns a provocation that only changes values. */
export const changeValues =
  (values: Values): Provocation =>
  () =>
    values;

/** Returns a provocation that calls the tenant's control interface, and changes values. */
export const callControl =
  (method: string, path: string, body: unknown, values: Values = {}): Provocation =>
  async (stage) => {
    const answer = await stage.open.control(method, path, body);
    if (JSON.stringify(answer).startsWith('{"error"')) throw new Error(JSON.stringify(answer));
    return values;
  };

/** Returns a provocation that plans the next response of a route. */
export const planResponse = (path: string, status: number, error: string): Provocation =>
  callControl("POST", "responses", { path, status, body: JSON.stringify({ error }) });

/** Makes the tenant's rule deny the logins of the test users. */
export const denyLogin: Provocation = async (stage) => {
  for (const id of listTestUserIds(stage)) {
    const path = `/api/v2/users/${encodeURIComponent(id)}`;
    await stage.open.call(await stage.open.getToken(), "PATCH", path, {
      app_metadata: { login_denied: true },
    });
  }
  return {};
};

export const blockUsers: Provocation = async (stage) => {
  for (const id of listTestUserIds(stage)) {
    await stage.open.control("PATCH", `users/${encodeURIComponent(id)}`, { blocked: true });
  }
  return {};
};

const loggedInSchema = z.object({
  result: z.object({ idTokenPayload: z.object({ sub: z.string() }) }),
});

/** Before a provocation, logs in once to create the passwordless user, and gets a new code. */
export const afterFirstLogin =
  (provoke: Provocation): Provocation =>
  async (stage, values, operation) => {
    const { idTokenPayload } = loggedInSchema.parse(await stage.run(operation, values)).result;
    stage.passwordlessId = idTokenPayload.sub;
    const again = await prepare(stage, operation);
    return { ...again, ...(await provoke(stage, again, operation)) };
  };

function listTestUserIds(stage: RunStage): string[] {
  return [adaId, stage.passwordlessId].filter((id) => id !== "");
}
