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
    "What is remembered on this device is damaged and cannot be read. Forget it, then give the credential again.",
  "unknown-version":
    "What is remembered on this device was written by a later version of the extension. Update the extension, or forget it and give the credential again.",
  "no-key":
    "The key to what is remembered on this device is gone, so nothing can open it any more. Forget it, then give the credential again.",
  tampered:
    "What is remembered on this device was changed or does not belong here, and is not used. Forget it, then give the credential again.",
  "passphrase-needed":
    "What is remembered on this device is locked with a passphrase. Enter the passphrase.",
  "wrong-passphrase":
    "The passphrase is wrong. Enter it again; if it is lost, forget the credential and give it again.",
  "weak-passphrase": "The passphrase is too short. Choose one of at least 8 characters.",
  "key-store-failed":
    "The browser could not use the key for what is remembered on this device. Close other windows of the extension and try again; if it stays so, forget the credential and give it again.",
  "storage-failed":
    "The browser could not read or write what is remembered on this device. Check that the disk is not full, then try again.",
  "private-window":
    "Nothing is remembered in a private window: the credential is kept until the browser is closed. Use an ordinary window to have it remembered.",
  "forget-failed":
    "The browser could not erase all traces of the remembered credential from its files. Close other windows of the extension and forget it again; if that fails too, rotate the secret at the tenant and remove the extension, which removes its data.",
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
