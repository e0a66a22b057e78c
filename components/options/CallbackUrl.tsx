import { CopyButton } from "../shared/CopyButton.tsx";

/** Shows the callback URL that the tenant must allow before a login can run from the extension. */
export function CallbackUrl({ url }: { url: string }) {
  return (
    <div class="field">
      <span class="quiet">Callback URL to allow</span>
      <div class="callback">
        <code>{url}</code>
        <CopyButton name="the callback URL" text={url} />
      </div>
      <div class="hint">
        Add this URL to the application's allowed callback URLs. Otherwise the tenant rejects logins
        from here.
      </div>
    </div>
  );
}
