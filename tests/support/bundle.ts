import { join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * Bundles modules into a folder, so that a thread or a process of its own can run them: Node takes our TypeScript, but not imports
 * without an ending. `entries` are paths from the project's root by name; each is put there as `name.mjs`. Packages in `external`
 * are imported when it runs, others are bundled.
 */
export async function bundleInto(
  folder: string,
  entries: Record<string, string>,
  external: string[] = []
): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
}
