import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";

const tokenSchema = z.object({ access_token: z.string() });

/** Kinds of legacy systems of an organization. */
const systems = ["Kiosk", "Mainframe", "Partner portal", "Intranet", "Archive", "Till"];
const strategies = ["okta", "adfs", "samlp", "waad"];

/** Adds this number of profiles of both kinds to a tenant, through its Management API. */
export async function makeManyProfiles(origin: string, count: number): Promise<void> {
  await new TenantControl(origin).limit({ requestsPerWindow: 10_000 });
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} was refused with ${response.status}.`);
    return await response.json();
  };
  const { access_token: token } = tokenSchema.parse(
    await post("/oauth/token", {
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${origin}/api/v2/`,
    }),
  );
  for (let index = 0; index < count; index += 1) {
    const number = String(index + 1).padStart(2, "0");
    const system = systems[index % systems.length] ?? "";
    const exchange = {
      name: `${system} ${number}`,
      subject_token_type: `urn:acme:${system.toLowerCase().replaceAll(" ", "-")}:${number}`,
      action_id: demo.actionId,
      type: "custom_authentication",
    };
    await post("/api/v2/token-exchange-profiles", exchange, token);
    const strategy = strategies[index % strategies.length] ?? "";
    const connection = {
      name: `${system} ${number}`,
      strategy_overrides: { [strategy]: { enabled_features: ["scim"] } },
    };
    await post("/api/v2/connection-profiles", connection, token);
  }
}
