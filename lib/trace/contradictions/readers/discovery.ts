import { readMember } from "../../../encoding/json.ts";
import { isTemplate } from "../../find-provider.ts";
import type { Reader } from "../contradiction.ts";
import { see } from "./see.ts";

/** Reads the issuer that the discovery document names; a placeholder is none. */
export const discoveredIssuer: Reader = ({ prepared: { discovery } }) => {
  const name = readMember(discovery?.document ?? {}, "issuer");
  if (typeof name !== "string" || isTemplate(name)) return undefined;
  return see(discovery?.message, "body", "issuer", name.replace(/\/$/u, ""));
};

/**
 * Reads the issuer to which the document's address belongs (OpenID Connect Discovery, section 4; RFC
 * 8414, section 3.1 puts the path after the well-known name).
 */
export const addressedIssuer: Reader = ({ prepared: { discovery } }) => {
  if (discovery === undefined) return undefined;
  const [place = "", name = ""] = discovery.message.exchange.url.split("/.well-known/", 2);
  const [document = ""] = name.split(/[?#]/u, 1);
  const path = document.includes("/") ? document.slice(document.indexOf("/")) : "";
  return see(discovery.message, "status", "address", `${place}${path}`.replace(/\/$/u, ""));
};
