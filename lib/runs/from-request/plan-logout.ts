import { logout } from "../catalogue/logout.ts";
import { omitNames, readFirst, type PlanRequest } from "./request-plan.ts";

/** Plans the run of a logout with `returnTo`. */
export const planLogout: PlanRequest = ({ request, exchange }) => {
  const names = request.map(([name]) => name);
  if (names.includes("post_logout_redirect_uri") || names.includes("id_token_hint")) {
    return "The library has no operation for the logout of OpenID Connect. Its “Logout” sends returnTo.";
  }
  if (exchange.method !== "GET") {
    return "The library has no operation for this request: only the provider's own page sends it.";
  }
  const federated = readFirst(request, "federated");
  return {
    operation: logout,
    path: "/v2/logout",
    sent: [
      ...omitNames(request, ["federated"]),
      ["list", names.includes("client_id") ? "application" : "account"],
      // The service reads this parameter without a value.
      ...(federated === undefined || federated === "false" ? [] : [["federated", "true"] as const]),
    ],
    wireNames: { returnTo: "returnTo" },
    notes: names.includes("returnTo")
      ? []
      : ["The captured request names no return URL. The library always sends one."],
  };
};
