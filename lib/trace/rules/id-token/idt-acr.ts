import { isJsonObject, readMember } from "../../../encoding/json.ts";
import { readObject } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { readAsked, seeAsked, listWords } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** A provider may log the user in with less than was asked; an essential claim is no wish. */
export const idtAcr: Rule = {
  id: "idt-acr",
  group: "tokens",
  rank: "advice",
  severity: "warning",
  title: "The login has a weaker authentication than the page asked for",
  requirement: "OpenID Connect Core, sections 3.1.2.1 and 5.5.1.1",
  judge(prepared) {
    const essential = listEssential(prepared);
    const wanted = essential.length > 0 ? essential : listWords(prepared, "acr_values");
    if (wanted.length === 0) return notApplicable;
    const { idToken } = prepared;
    if (idToken === undefined) return notSeen("the claims of the ID token");
    const acr = readMember(idToken.decoded.payload, "acr");
    if (typeof acr === "string" && wanted.includes(acr)) return passed;
    return {
      outcome: "failed",
      ...(essential.length > 0 ? { rank: "cause" as const, severity: "error" as const } : {}),
      seen: [
        essential.length > 0
          ? { part: "query", name: "claims: acr", value: wanted.join(" ") }
          : seeAsked(prepared, "acr_values"),
        {
          message: idToken.token.message,
          part: "claims",
          name: "acr",
          value: typeof acr === "string" ? acr : "absent",
        },
      ],
      why: "acr tells how the user was authenticated. An application that needs more, such as a second factor, refuses this token.",
      remedy:
        "Let the provider require the second factor for this client, and map its level to the value that the page asks for; or ask for a value that the provider lists in acr_values_supported.",
    };
  },
};

/** The values of an essential `acr` in the parameter `claims`. */
function listEssential(prepared: PreparedFlow): string[] {
  const claims = readObject(readAsked(prepared, "claims") ?? "") ?? {};
  const members = readMember(claims, "id_token");
  const acr = isJsonObject(members) ? readMember(members, "acr") : undefined;
  if (!isJsonObject(acr) || readMember(acr, "essential") !== true) return [];
  const values = readMember(acr, "values");
  const list = Array.isArray(values) ? values : [readMember(acr, "value")];
  return list.filter((each): each is string => typeof each === "string");
}
