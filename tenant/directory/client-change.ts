import * as z from "zod/mini";
import type { Client } from "./clients.ts";
import { grantTypes } from "./grant-types.ts";

const addresses = (pattern: RegExp) =>
  z.array(z.string().check(z.maxLength(2000), z.regex(pattern))).check(z.maxLength(100));

/** An absolute URL of any scheme with a host, such as `chrome-extension:`. */
const urlsSchema = addresses(/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s][^#\s]*$/i);
const originsSchema = addresses(/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/i);

/** The settings of a client that can change, except its signing algorithm. */
export const clientSettingsSchema = z.strictObject({
  callbacks: z.exactOptional(urlsSchema),
  web_origins: z.exactOptional(originsSchema),
  allowed_logout_urls: z.exactOptional(urlsSchema),
  grant_types: z.exactOptional(z.array(z.enum(["implicit", ...grantTypes]))),
  cross_origin_authentication: z.exactOptional(z.boolean()),
});

export type ClientSettings = z.infer<typeof clientSettingsSchema>;

type Clients = ReadonlyMap<string, Client>;

/** Returns the settings of each client that differ from those of the seed. */
export function listChangedSettings(seeded: Clients, clients: Clients) {
  const changed: Record<string, ClientSettings> = {};
  for (const [id, client] of clients) {
    const before = seeded.get(id);
    const entries = Object.keys(clientSettingsSchema.def.shape).flatMap((name) => {
      const value: unknown = Reflect.get(client, name);
      const isSame = JSON.stringify(value) === JSON.stringify(before && Reflect.get(before, name));
      return isSame ? [] : [[name, value]];
    });
    if (entries.length > 0) {
      changed[id] = clientSettingsSchema.parse(Object.fromEntries(entries));
    }
  }
  return changed;
}
