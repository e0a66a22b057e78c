/** The reason why a secret could not be sealed or opened. */
export type SealedStoreErrorCode =
  /** The stored value is not an envelope. */
  | "malformed"
  /** An envelope of a later version of the extension. */
  | "unknown-version"
  /** The device key is lost, so the envelope can never be opened. */
  | "no-key"
  /** The envelope was changed, has another purpose, or was sealed with another device key. */
  | "tampered"
  | "passphrase-needed"
  | "wrong-passphrase"
  /** The passphrase for a new envelope is too short. */
  | "weak-passphrase"
  /** The browser could not store, create or use a key. */
  | "key-store-failed"
  /** The browser could not read or write an envelope. */
  | "storage-failed"
  /** Private windows remember no secrets. */
  | "private-window"
  /** Traces of the forgotten secret may remain. */
  | "forget-failed";

const messages: Readonly<Record<SealedStoreErrorCode, string>> = {
  malformed:
    "The remembered credential is damaged and cannot be read. Forget it, then enter it again.",
  "unknown-version":
    "The remembered credential was saved by a newer version of the extension. Update the extension, or forget the credential and enter it again.",
  "no-key":
    "The key of the remembered credential is missing, so the credential cannot be decrypted. Forget it, then enter it again.",
  tampered:
    "The remembered credential was modified or belongs elsewhere, so it is not used. Forget it, then enter it again.",
  "passphrase-needed": "The remembered credential is locked. Enter the passphrase.",
  "wrong-passphrase":
    "Wrong passphrase. Try again. If you lost the passphrase, forget the credential and enter it again.",
  "weak-passphrase": "The passphrase is too short. Choose one of at least 8 characters.",
  "key-store-failed":
    "The browser could not use the key of the remembered credential. Close other windows of the extension and try again. If this continues, forget the credential and enter it again.",
  "storage-failed":
    "Could not read or write the remembered credential. Check that the disk is not full, then try again.",
  "private-window":
    "Credentials are not remembered in private windows: this one is kept until the browser is closed or the extension is updated. Use a regular window to remember it.",
  "forget-failed":
    "The browser could not erase all traces of the remembered credential from its files. Close other windows of the extension and forget it again. If that also fails, rotate the secret at the tenant and remove the extension, which removes its data.",
};

/** A failure to seal or open a secret. Contains no secret, passphrase, key or cause. */
export class SealedStoreError extends Error {
  override readonly name = "SealedStoreError";
  readonly code: SealedStoreErrorCode;

  constructor(code: SealedStoreErrorCode) {
    super(messages[code]);
    this.code = code;
  }
}
