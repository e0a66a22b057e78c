import type { MessageKind } from "./message.ts";
import type { PreparedFlow } from "./prepared-flow.ts";

/** A part of a flow that a capture can lack. */
interface UnseenPart {
  /** Says what is missing, and what to capture. */
  sentence: string;
  isMissing: (prepared: PreparedFlow) => boolean;
}

const parts: readonly UnseenPart[] = [
  {
    sentence:
      "The start of the login was not seen. Open DevTools before the login starts, and preserve the log.",
    isMissing: ({ flow }) =>
      flow.kind === "login" && flow.authorization === undefined && flow.response !== undefined,
  },
  {
    sentence:
      "The token request was not seen. If a server of the application redeems the code, its log has the response.",
    isMissing: ({ flow, isOwnRun }) =>
      !isOwnRun &&
      flow.kind === "login" &&
      flow.tokenRequests.length === 0 &&
      (flow.response?.parameters.some(([name]) => name === "code") ?? false),
  },
  {
    sentence:
      "The body of the token response was not seen. Export the HAR file with its contents and with sensitive data.",
    isMissing: ({ flow }) => hasNoBody(flow.messages, "token"),
  },
  {
    sentence:
      "The claims of the user info were not seen. Export the HAR file with its contents and with sensitive data.",
    isMissing: ({ flow }) => hasNoBody(flow.messages, "user-info"),
  },
  {
    sentence:
      "The provider's keys were not seen, so the signature of the ID token was not verified. Reload the page while DevTools is open.",
    isMissing: ({ idToken, keySets }) =>
      idToken !== undefined && keySets.every(({ keys }) => keys.length === 0),
  },
  {
    sentence:
      "Cookies were not seen, so a lost session cannot be proven. Export the HAR file with sensitive data.",
    isMissing: ({ flow, context }) => flow.kind === "login" && !context.hasCookies,
  },
];

function hasNoBody(messages: PreparedFlow["flow"]["messages"], wanted: MessageKind): boolean {
  return messages.some(
    ({ kind, exchange }) =>
      kind === wanted && exchange.status === 200 && exchange.responseBody.state === "not-seen",
  );
}

/** Lists the parts of a flow that the capture lacks, each as a sentence with the remedy. */
export function listUnseen(prepared: PreparedFlow): string[] {
  return parts.filter(({ isMissing }) => isMissing(prepared)).map(({ sentence }) => sentence);
}
