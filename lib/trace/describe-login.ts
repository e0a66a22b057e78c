import type { LoginExchange } from "../tokens/checks/login-facts.ts";
import type { FlowToken, PreparedFlow } from "./prepared-flow.ts";

/** The login of a captured token: the values that it must match. */
export type CapturedLogin = Pick<LoginExchange, "request" | "response"> & {
  issuer?: string | undefined;
};

/** Returns the request of a token's login, and the access token and the code that came with it. */
export function describeLogin(
  { message }: FlowToken,
  {
    flow,
    requestParameters,
    tokens,
    issuer,
  }: Pick<PreparedFlow, "flow" | "requestParameters" | "tokens" | "issuer">,
): CapturedLogin {
  // A renewal has another access token than the login.
  const accessToken = tokens.find((one) => one.name === "access_token" && one.message === message);
  const code = flow.response?.parameters.find(([name]) => name === "code")?.[1];
  return {
    request: {
      ...(flow.clientId === undefined ? {} : { client_id: flow.clientId }),
      // The first value of each parameter counts, as for a server.
      ...Object.fromEntries(requestParameters.toReversed()),
    },
    response: {
      ...(accessToken === undefined ? {} : { access_token: accessToken.text }),
      ...(code === undefined ? {} : { code }),
    },
    issuer,
  };
}
