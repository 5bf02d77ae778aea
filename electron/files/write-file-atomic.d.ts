declare module 'write-file-atomic' {
  interface Options {
    mode?: number
    /** Default true: the bytes are on the disk before the file gets its name. */
    fsync?: boolean
  }
  /** Writes beside the file, then renames: whoever reads sees the old file or the new one, never half. */
  export default function writeFileAtomic(
    path: string,
    data: string | Uint8Array,
    options?: Options
  ): Promise<void>
}
