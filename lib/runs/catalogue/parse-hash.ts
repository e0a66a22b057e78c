import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, pick, readValue } from "./fields.ts";
import { checkRequest, leewayField, pickOptions, responseTypeField } from "./request-fields.ts";
import { accessDenied, hs256, issuedInTheFuture, missingToken, wrongState } from "./risks.ts";
import { listWarnings, warnOfHs256 } from "./warnings.ts";

/** Returns the fragment of an address, else its query; another text is itself a fragment. */
function readResponse(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address.replace(/^[#?/]+/, "");
  return url.hash.length > 1 ? url.hash.slice(1) : url.search.slice(1);
}

export const parseHash: Operation = {
  id: "parse-hash",
  group: "Addresses",
  title: "Response in an address",
  action: "Read the response",
  summary: "Checks the response in a pasted callback URL, and returns its tokens.",
  isServiceSpecific: false,
  allowsExtraParameters: false,
  fields: [
    {
      name: "address",
      label: "Callback URL with the response",
      kind: "secret",
      isRequired: true,
      hint: "The whole address, or its fragment. It contains tokens.",
    },
    {
      name: "state",
      label: "Expected state",
      kind: "text",
      hint: "The state of the authorization request. Without it, the run refuses each response, because it did not begin the login.",
    },
    {
      name: "nonce",
      label: "Expected nonce",
      kind: "text",
      placeholder: "not checked",
    },
    {
      ...responseTypeField,
      initial: "token id_token",
      choices: (responseTypeField.choices ?? []).filter(({ value }) => value !== "code pkce"),
    },
    clientField,
    leewayField,
  ],
  risks: [wrongState, hs256, issuedInTheFuture, missingToken, accessDenied],
  check: checkRequest,
  warn: (values, _setting, facts) =>
    listWarnings(
      readValue(values, "nonce") === ""
        ? "Without the expected nonce, the ID token could belong to another login."
        : undefined,
      /(^|[#?&])code=/.test(values["address"] ?? "")
        ? "This run cannot redeem the code: the verifier of the request is in the application. Use Code exchange."
        : undefined,
      warnOfHs256(facts),
    ),
  call(values, setting) {
    const { responseType = "", ...options } = pickOptions({
      ...values,
      responseType: values["responseType"] || "token id_token",
    });
    const expected = pick(values, ["state", "nonce"]);
    const hash = readResponse(readValue(values, "address"));
    return callWebAuth("parseHash", [{ hash, ...expected }], values, setting, {
      responseType,
      ...options,
    });
  },
};
