import { CopyButton } from "../shared/CopyButton.tsx";

/** Shows the addresses of this extension that the tenant must allow. Both come from the browser. */
export function AddressesToAllow({ redirectUrl, origin }: { redirectUrl: string; origin: string }) {
  return (
    <>
      <Address
        label="Callback URL to allow"
        name="the callback URL"
        address={redirectUrl}
        hint="Add this URL to the application's allowed callback URLs. Otherwise the tenant rejects logins from here."
      />
      <Address
        label="Origin to allow"
        name="the origin"
        address={origin}
        hint="If the tenant refuses changes or embedded logins from here, add this origin to the application's “Allowed Origins (CORS)”."
      />
    </>
  );
}

function Address(props: { label: string; name: string; address: string; hint: string }) {
  const { label, name, address, hint } = props;
  return (
    <div class="field">
      <span class="quiet">{label}</span>
      <div class="callback">
        <code>{address}</code>
        <CopyButton name={name} text={address} />
      </div>
      <div class="hint">{hint}</div>
    </div>
  );
}
