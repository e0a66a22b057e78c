import { CopyButton } from "../shared/CopyButton.tsx";

/** The callback that a tenant has to allow before anything here can log in. */
export function CallbackUrl({ url }: { url: string }) {
  return (
    <div class="field">
      <span class="quiet">Callback URL to allow</span>
      <div class="callback">
        <code>{url}</code>
        <CopyButton name="the callback URL" text={url} />
      </div>
      <div class="hint">
        Add it to the application's allowed callback URLs, or the tenant refuses logins run from
        here.
      </div>
    </div>
  );
}
