import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { body } from '../support/hostile-images/hostile-server'
import { jpegFile } from '../support/hostile-images/picture-files'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import type { App } from './support/app'

test.beforeEach(() => needsKeychain())

const standIn = join(import.meta.dirname, 'support', 'mortal-decoder.mjs')

/** From now on the app's decoders can be told to die; the file that comes back gets the environment of the last one. */
async function makeDecodersMortal(app: App, profile: string): Promise<string> {
  const report = join(profile, 'environment.json')
  await app.electron.evaluate(
    ({ utilityProcess }, [wrapper = '', file = '']) => {
      const fork = utilityProcess.fork.bind(utilityProcess)
      utilityProcess.fork = (entry, args = [], options = {}) => fork(wrapper, [entry, file, ...args], options)
    },
    [standIn, report]
  )
  return report
}

const deaths = [
  { fault: 69, death: 'killed' },
  { fault: 118, death: 'fatal error' },
  { fault: 118, death: 'out of memory' }
]
for (const { fault, death } of deaths)
  test(`fault ${fault}: a picture of which the decoder dies (${death}) is marked, and nothing else notices`, async ({
    app,
    store,
    profile
  }) => {
    await makeDecodersMortal(app, profile)
    store.pictures.set(3, body(Buffer.concat([await jpegFile(), Buffer.from(death)])))
    await connectTo(app, store)
    await expect(app.products.row('Product 3')).toContainText('could not be read')
    await app.products.expectPictures()
    await app.products.scrollTo(0.5)
    await expect(app.products.row('Product 120')).toBeVisible()
    await app.products.expectPictures()
    await app.tools.filterBy('Broken pictures')
    await expect.poll(() => app.products.names()).toEqual(['Product 3'])
    expect(app.output).not.toMatch(/uncaught|unhandled|ERR_/i)
    const log = await readFile(join(profile, 'logs', 'vitrine.log'), 'utf8')
    expect(log).toContain('decoder-lost')
    expect(log).not.toMatch(/uncaught|unhandled/i)
  })

test('security: of the environment, in which secrets may stand, the decoder has nothing', async ({
  launch,
  store,
  profile
}) => {
  const app = await launch({ env: { HTTPS_PROXY: 'http://somebody:canary-of-environment@127.0.0.1:9/' } })
  const report = await makeDecodersMortal(app, profile)
  await connectTo(app, store)
  await app.products.expectPictures()
  const names = Object.keys(JSON.parse(await readFile(report, 'utf8')) as object)
  // Electron turns off a bus that it does not find; Node, in the Chromium shell, needs a channel.
  expect(
    names.filter((name) => !/^(?:SYSTEMROOT|DBUS_SESSION_BUS_ADDRESS|NODE_CHANNEL_.*)$/i.test(name))
  ).toEqual([])
})
