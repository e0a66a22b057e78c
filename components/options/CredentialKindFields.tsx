import type { Tenant } from "../../lib/messages/tenant.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import { TextField } from "../shared/Field.tsx";

/**
 * Shows the fields of the chosen kind. The keys make Preact create new elements for another kind,
 * so that the focus does not move to a field with another meaning.
 */
export function CredentialKindFields(props: {
  model: InstanceType<typeof CredentialFormModel>;
  tenant: Tenant;
}) {
  const { model, tenant } = props;
  const fields = model.fields.value;
  const problems = model.problems.value;
  switch (fields.kind) {
    case "access_token":
      return (
        <TextField
          key="token"
          label="Access token"
          secret
          value={fields.token}
          problem={problems.token}
          hint="A JWT for the Management API. It is not renewed when it expires."
          maxLength={20_000}
          onInput={(token) => model.set({ token })}
        />
      );
    case "client_credentials":
      return (
        <>
          <TextField
            key="client-id"
            label="Client ID"
            value={fields.clientId}
            problem={problems.clientId}
            maxLength={200}
            onInput={(clientId) => model.set({ clientId })}
          />
          <TextField
            key="client-secret"
            label="Client secret"
            secret
            value={fields.clientSecret}
            problem={problems.clientSecret}
            hint="The access token is renewed automatically before it expires."
            maxLength={2000}
            onInput={(clientSecret) => model.set({ clientSecret })}
          />
        </>
      );
    case "user_login":
      return tenant.clientId === "" ? (
        <p class="quiet">
          A login needs an application, and this tenant has no client ID here. Enter one under{" "}
          <a href="#tenant">Tenant</a>, then log in.
        </p>
      ) : (
        <p class="quiet">
          Log in at <code>{tenant.origin}</code> with the application <code>{tenant.clientId}</code>{" "}
          in a new window. The access token is for your own user only: it cannot read profiles or
          events, and it is not renewed when it expires.
        </p>
      );
  }
}
