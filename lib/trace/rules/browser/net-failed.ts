import { statusOf } from "../evidence.ts";
import { isLoopback } from "../is-loopback.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasRepeated } from "../was-repeated.ts";

const codes =
  /ERR_(?:CONNECTION_\w+|NAME_\w+|ADDRESS_\w+|INTERNET_DISCONNECTED|NETWORK_\w+|TIMED_OUT|CERT_\w+|SSL_\w+|PROXY_\w+|TUNNEL_\w+|EMPTY_RESPONSE)/u;

/** The device had no network, went to another one, or slept. */
const ofDevice = /INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED/u;

/** The request reached no server. */
export const netFailed: Rule = {
  id: "net-failed",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "A request of the login reached no server",
  requirement: "Fetch, section 2.2.6 (network errors)",
  judge({ flow: { messages } }) {
    if (messages.length === 0) return notApplicable;
    const failed = messages.filter(
      (message) =>
        message.exchange.status === 0 &&
        codes.test(message.exchange.error ?? "") &&
        !wasRepeated(message, messages),
    );
    const found = failed.find(({ kind }) => kind !== "api-call") ?? failed[0];
    if (found === undefined) return passed;
    const { hostname, host } = new URL(found.exchange.url);
    return {
      outcome: "failed",
      // The device had no network, or it is an API's matter: nothing is wrong with the login.
      ...(found.kind === "api-call" || ofDevice.test(found.exchange.error ?? "")
        ? { severity: "warning" as const }
        : {}),
      seen: [statusOf(found)],
      why: `The browser could not talk to ${host}: ${codes.exec(found.exchange.error ?? "")?.[0] ?? ""}.`,
      remedy: isLoopback(hostname)
        ? "Start the server at this address, and compare the port with the application's settings."
        : "Check the domain in the application's settings, then the network, the proxy and the certificate.",
    };
  },
};
