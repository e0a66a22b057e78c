import type { FlowToken, PreparedFlow } from "../../trace/prepared-flow.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { CapturedOrigin } from "../tokens/tokens-model.ts";

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
    login: {
      request: readRequest(prepared),
      response: readCompanions(token, prepared),
      issuer: prepared.issuer,
    },
  };
}

/** The first value of each parameter counts, as for a server. */
function readRequest({ asked, flow }: PreparedFlow): Record<string, string> {
  return {
    ...(flow.clientId === undefined ? {} : { client_id: flow.clientId }),
    ...Object.fromEntries(asked.toReversed()),
  };
}

/** The access token and the code that came beside a token: its hashes are of these. */
function readCompanions({ message }: FlowToken, { tokens, flow }: PreparedFlow) {
  const accessToken = tokens.find(
    (each) => each.name === "access_token" && each.message === message,
  );
  const code = flow.response?.parameters.find(([name]) => name === "code")?.[1];
  return {
    ...(accessToken === undefined ? {} : { access_token: accessToken.text }),
    ...(code === undefined ? {} : { code }),
  };
}
