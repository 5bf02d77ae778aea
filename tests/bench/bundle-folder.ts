import { dirname, join } from 'node:path'

const folder = dirname(process.argv[1] ?? '.')

/** A file of the bundled bench: a process of its own, a worker, or the page of the other tables. */
export const bundled = (name: string): string => join(folder, name)
