import { readHeader } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { isUnredeemed } from "../response/find-redemption.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** A request that the page's policy forbids is not even listed: only its absence shows. */
export const ctxPolicy: Rule = {
  id: "ctx-policy",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The page's Content-Security-Policy forbids the token request",
  requirement: "Content Security Policy Level 3, section 6.1.2 (connect-src)",
  judge(prepared) {
    if (prepared.flow.response === undefined) return notApplicable;
    if (!isUnredeemed(prepared)) return passed;
    const callback = prepared.flow.messages.findLast(({ kind }) => kind === "callback");
    if (callback === undefined) return notSeen("the callback's response");
    const { url, responseHeaders } = callback.exchange;
    const policy = readHeader(responseHeaders, "content-security-policy");
    if (policy === undefined) return passed;
    const provider = findProviderUrl(prepared);
    const forbidding = listPolicies(policy, ["connect-src", "default-src"]).find(
      (each) => !allows(each, provider, new URL(url)),
    );
    if (forbidding === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        {
          message: callback,
          part: "headers",
          name: "Content-Security-Policy",
          value: forbidding.join(" "),
        },
      ],
      why: `The callback page may call only the addresses of this directive, and ${provider.origin} is none of them. The browser stops the token request before it is sent, and says so in the console alone.`,
      remedy: `Add ${provider.origin} to connect-src in the page's Content-Security-Policy.`,
      copy: `connect-src 'self' ${provider.origin}`,
    };
  },
};

function findProviderUrl({ flow }: PreparedFlow): URL {
  return new URL(flow.authorization?.exchange.url ?? `https://${flow.host}`);
}

/** Returns of each policy the first directive that it has of these, in lower case. */
export function listPolicies(header: string, names: readonly string[]): string[][] {
  return header.split(/[,\n]/u).flatMap((policy) => {
    const directives = policy.split(";").map((each) => each.toLowerCase().match(/\S+/gu) ?? []);
    const found = names
      .map((name) => directives.find(([first]) => first === name))
      .find((each) => each !== undefined);
    return found === undefined ? [] : [found];
  });
}

/** Matches a URL with the sources of a directive (section 6.7.2.8). */
export function allows([, ...sources]: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => {
    if (source === "'self'") return url.origin === page.origin;
    if (source === "*") return true;
    if (/^[a-z][a-z\d+.-]*:$/u.test(source)) {
      return url.protocol === source || (source === "http:" && url.protocol === "https:");
    }
    return matchesHost(source, url, page);
  });
}

/**
 * A host source is `scheme://host:port/path`, of which only the host must be there. Its
 * path is not compared: the capture does not show where the token endpoint is.
 */
function matchesHost(source: string, url: URL, page: URL): boolean {
  const [scheme, rest] = source.includes("://") ? source.split("://", 2) : [undefined, source];
  const authority = (rest ?? "").split("/", 1)[0] ?? "";
  const [host = "", port] = authority.split(":", 2);
  const protocol = scheme === undefined ? page.protocol : `${scheme}:`;
  const isScheme = url.protocol === protocol || (protocol === "http:" && url.protocol === "https:");
  const isHost = host.startsWith("*.")
    ? url.hostname.endsWith(host.slice(1))
    : url.hostname === host;
  const standard = url.protocol === "https:" ? "443" : "80";
  const isPort = port === "*" || (port ?? standard) === (url.port || standard);
  return isScheme && isHost && isPort;
}
