import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { licences } from './scripts/licences.ts'

const devPort = 5173
const here = (path: string): string => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
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
    plugins: [vue(), licences(import.meta.dirname)],
    build: {
      minify: true,
      rolldownOptions: { input: { index: here('renderer/index.html'), begin: here('renderer/begin.ts') } }
    }
  }
})
