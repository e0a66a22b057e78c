import { describeLogin } from "../../trace/describe-login.ts";
import type { FlowToken } from "../../trace/prepared-flow.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { CapturedOrigin } from "../tokens/token-field-model.ts";

const names = {
  id_token: "ID token",
  access_token: "access token",
  refresh_token: "refresh token",
} as const;

/** Returns what the Tokens tab compares a captured token with: the facts of its own login. */
export function describeCapturedToken(token: FlowToken, { prepared }: JudgedFlow): CapturedOrigin {
  return {
    kind: "captured",
    label: `Trace: ${names[token.name]}`,
    use: token.name === "refresh_token" ? undefined : token.name,
    login: describeLogin(token, prepared),
    isOfLibrary: ["auth0.js", "lock.js"].includes(prepared.flow.library?.name ?? ""),
  };
}
