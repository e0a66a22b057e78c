/** The limit of every forgetting: copies made before it, and what the disk itself keeps. */
export function ErasedNote() {
  return (
    <span>
      A backup of this browser profile, or the disk itself, can still hold an encrypted copy. If
      others may have had access to them, rotate the client secret at the tenant.
    </span>
  );
}
