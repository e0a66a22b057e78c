import { serverSecret } from "./provider-clients.ts";
import type { Fields } from "./urls.ts";

/** Redeems a code with the server's secret; the browser sees nothing of it. */
export const redeemAtServer = (tokenUrl: string, fields: Fields): Promise<Response> =>
  fetch(tokenUrl, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "shop-server",
      client_secret: serverSecret,
      ...fields,
    }),
  });
