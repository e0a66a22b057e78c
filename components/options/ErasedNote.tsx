/** States the limit of each deletion: earlier backups, and traces on the disk itself. */
export function ErasedNote() {
  return (
    <span>
      A backup of this browser profile, or the disk itself, may still contain an encrypted copy. If
      others may have had access to it, rotate the client secret at the tenant.
    </span>
  );
}
