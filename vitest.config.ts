import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vue()],
  test: {
    include: ['tests/unit/**/*.test.ts'],
    environment: 'node',
    // Renderer tests ask for a DOM with a `@vitest-environment happy-dom` line.
    testTimeout: 20_000,
    hookTimeout: 30_000
  }
})
