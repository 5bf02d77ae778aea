/**
 * Bytes on the disk that a store's copy may take. A million products with descriptions of 200 characters take 0.65 GB, searchable,
 * and with descriptions of 5,000 characters about 7 GB: a store that needs more wants to fill the disk, or is none for this app.
 */
export const copyRoom = {
  most: 20_000_000_000,
  /** Left free for the person and the system, whatever the copy has. */
  spare: 1_000_000_000
} as const
