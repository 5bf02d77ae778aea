import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputs } from '../../../electron/contract/channels'

const renderer = resolve(import.meta.dirname, '../../../renderer')
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(vue|ts)$/.test(name))
  .map((name) => readFileSync(join(renderer, name), 'utf8'))

describe('the channels that the page can call on', () => {
  it.each(Object.keys(inputs))('%s is in use: what nobody needs is only something to attack', (channel) => {
    expect(sources.some((text) => text.includes(`'${channel}'`))).toBe(true)
  })
})
