import { findSecretKind } from "../redaction/secret-names.ts";
import { authorize } from "./catalogue/authorize.ts";
import { expressParameters, ownNames } from "./express-parameters.ts";
import type { RunSetting } from "./operation.ts";
import type { RunDraft } from "./run-draft.ts";

/** A pasted authorization URL as a run, or the reason why it is none. */
export type AddressReading =
  | {
      ok: true;
      draft: RunDraft;
      /** A name for a preset. */
      name: string;
      /** Sentences about the differences between the URL and the run. */
      notes: readonly string[];
      /** The origin of the URL, if it is not the selected tenant's. */
      foreignOrigin?: string;
    }
  | { ok: false; problem: string };

type Parameter = readonly [name: string, value: string];

/** The maximum length of a URL that a run can open. */
const maxLength = 20_000;
const maxParameters = 200;
const maxNameLength = 60;

/**
 * Reads the URL of an authorization request (RFC 6749, section 4.1.1). A run of the draft sends the
 * same decoded names and values in the same order, apart from state, nonce and challenge. A value
 * that the form cannot express exactly becomes a parameter of the draft.
 */
export function readAddress(text: string, setting: RunSetting): AddressReading {
  const url = parseUrl(text, setting.origin);
  if (typeof url === "string") return { ok: false, problem: url };
  const { searchParams } = url;
  const missing = ["client_id", "response_type"].find((name) => !searchParams.has(name));
  if (missing !== undefined) {
    const problem = `The URL has no ${missing}, so the tenant refuses it. Paste the whole URL of the request.`;
    return { ok: false, problem };
  }
  if (searchParams.size > maxParameters) {
    const problem = `The URL has ${searchParams.size} parameters, and the limit is ${maxParameters}. Remove some of them.`;
    return { ok: false, problem };
  }
  const { values, parameters } = expressParameters(authorize, [...searchParams]);
  const redirectUri = searchParams.get("redirect_uri") ?? "";
  const draft: RunDraft = {
    operation: authorize.id,
    way: returnsToExtension(redirectUri, setting) ? "extension" : "page",
    values,
    parameters,
    order: [...searchParams.keys()],
  };
  const client = searchParams.get("client_id") ?? "";
  const name = `${client} ${searchParams.get("response_type")}`.trim().slice(0, maxNameLength);
  const isForeign = ![setting.origin, setting.managementOrigin].includes(url.origin);
  const notes = describeDifferences(url, draft, setting);
  if (!isForeign) return { ok: true, draft, name, notes };
  return { ok: true, draft, name, notes, foreignOrigin: url.origin };
}

function returnsToExtension(redirectUri: string, { way, redirectUri: own }: RunSetting): boolean {
  return redirectUri === "" || (way === "extension" && redirectUri === own);
}

/** Returns the URL, or the problem of the text. */
function parseUrl(text: string, origin: string): URL | string {
  const pasted = text.trim().replace(/^(["'`])(.*)\1$|^<(.*)>$/s, "$2$3");
  if (pasted === "") return "Paste the URL of an authorization request.";
  if (pasted.length > maxLength) {
    return `The URL has ${pasted.length.toLocaleString("en")} characters, and the limit is ${maxLength.toLocaleString("en")}. Remove some of its parameters.`;
  }
  const url = URL.parse(pasted.startsWith("/authorize?") ? `${origin}${pasted}` : pasted);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return "This is not a URL. Copy the whole URL of the request, from https:// to its end.";
  }
  if (!/^\/authorize\/?$/.test(url.pathname)) {
    return `The path of the URL is ${url.pathname}, not /authorize. Copy the URL of the authorization request from the Network panel of the page.`;
  }
  return url;
}

function describeDifferences(
  { origin, searchParams }: URL,
  { values, way, parameters }: RunDraft,
  setting: RunSetting,
): string[] {
  const names = [...searchParams.keys()];
  const own = [...new Set(names.filter((name) => ownNames.has(name)))];
  const repeated = listNames(parameters.filter(([name]) => searchParams.getAll(name).length > 1));
  const empty = listNames(parameters.filter(([, value]) => value === ""));
  const secret = listNames(parameters.filter(([name]) => findSecretKind(name) !== undefined));
  const isRedeemed = values["responseType"]?.endsWith(" pkce") === true;
  return [
    [setting.origin, setting.managementOrigin].includes(origin)
      ? ""
      : `The URL belongs to ${origin}. The run goes to the selected tenant, ${setting.origin}.`,
    way === "page"
      ? `The callback URL belongs to an application. Run it in the inspected page, or clear “Callback URL” to run it in the extension.`
      : "",
    own.length === 0 ? "" : `The run creates its own ${own.join(", ")}.`,
    searchParams.get("code_challenge") && !isRedeemed
      ? "The run does not use PKCE with this response type."
      : "",
    repeated === "" ? "" : `The run repeats ${repeated}, which the library itself never does.`,
    empty === ""
      ? ""
      : `The run sends ${empty} without a value, which the library itself leaves out.`,
    searchParams.getAll("response_mode").includes("web_message")
      ? "The tenant answers with a message to a frame or a popup, so a redirect does not return. Run “Silent renewal” or “Login in a popup” to get the response."
      : "",
    secret === "" ? "" : `A preset is saved without ${secret}, which can be a secret.`,
  ].filter((note) => note !== "");
}

function listNames(parameters: readonly Parameter[]): string {
  return [...new Set(parameters.map(([name]) => name))].join(", ");
}
