import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { bundleList } from './scripts/bundle-list.ts'
import { licenses } from './scripts/licenses.ts'

const devPort = 5173
const here = (path: string): string => resolve(import.meta.dirname, path)

/** Files of the app that are no code go beside the main process's folder, where `layOutPaths` looks for them. */
const demoFiles = (): Plugin => ({
  name: 'demo-files',
  writeBundle: ({ dir = here('out/main') }) =>
    cp(here('electron/demo/files'), resolve(dir, '../demo'), { recursive: true })
})

export default defineConfig({
  main: {
    plugins: [demoFiles()],
    build: {
      // An optional dependency is left out by default, and its binary must not be copied into the bundle.
      externalizeDeps: { include: ['keytar'] },
      rolldownOptions: { input: { main: here('electron/main.ts') } }
    }
  },
  preload: {
    build: {
      // A sandboxed preload cannot import: one CommonJS file with everything inside.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: here('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: here('renderer'),
    // The page comes through app://, from where Vite's client cannot guess its server's address.
    server: {
      port: devPort,
      strictPort: true,
      hmr: { protocol: 'ws', host: 'localhost', clientPort: devPort }
    },
    plugins: [vue(), licenses(import.meta.dirname), bundleList()],
    build: {
      minify: true,
      rolldownOptions: { input: { index: here('renderer/index.html') } }
    }
  }
})
