import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { expect, launch, processesOn, readyPage, sharedTest, test } from './fixtures'

sharedTest('says whether there is a network, as the machine has one', async ({ shell }) => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const isOnline = await shell.evaluate(({ net }) => net.isOnline())
  expect(isOnline).toBe(addresses.some(({ internal }) => !internal))
})

for (const [kind, code] of [
  [
    'import',
    "import { app } from 'electron'; import { parentPort } from 'node:worker_threads'; try { app.quit() } catch (error) { parentPort.postMessage(error.message) }"
  ],
  [
    'require',
    "const { parentPort } = require('node:worker_threads'); try { require('electron').app.quit() } catch (error) { parentPort.postMessage(error.message) }"
  ]
] as const) {
  sharedTest(
    `a worker thread may ${kind} electron, and is told that it is not for it`,
    { tag: '@shell' },
    async ({ shell, page }) => {
      await expect(page).toHaveTitle('Fixture page')
      const said = await shell.evaluate(
        async (_electron, [how, text]) => {
          const { Worker } = process.getBuiltinModule('node:worker_threads')
          const worker =
            how === 'require'
              ? new Worker(text, { eval: true })
              : new Worker(new URL(`data:text/javascript,${text}`))
          return new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject))
        },
        [kind, code] as const
      )
      expect(said).toBe('electron: app (outside the main process).quit is not part of the Chromium shell')
    }
  )
}

sharedTest(
  'paths, names and switches are as the command line and package.json say',
  async ({ shell, page }) => {
    await expect(page).toHaveTitle('Fixture page')
    const [userData, ...rest] = await shell.evaluate(({ app }) => {
      const { commandLine } = app
      return [
        app.getPath('userData'),
        app.getName(),
        app.getVersion(),
        commandLine.getSwitchValue('user-data-dir'),
        String(app.isPackaged)
      ]
    })
    expect(rest).toEqual(['Shell fixture', '1.2.3', userData, 'false'])
  }
)

for (const [url, environment, answer] of [
  ['https://example.com/', {}, 'DIRECT'],
  ['https://example.com/', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'PROXY proxy.example:3128'],
  ['http://example.com/', { https_proxy: 'http://proxy.example:3128' }, 'DIRECT'],
  ['http://example.com/', { all_proxy: 'socks5://proxy.example' }, 'PROXY proxy.example:80'],
  [
    'https://shop.example.com/',
    { https_proxy: 'proxy.example:80', no_proxy: 'localhost,.example.com' },
    'DIRECT'
  ],
  ['http://127.0.0.1:8080/', { http_proxy: 'http://proxy.example:3128' }, 'DIRECT']
] as const) {
  test(`the proxy for ${url} with ${JSON.stringify(environment)} is ${answer}`, async ({ profile }) => {
    const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']
    for (const name of names.flatMap((each) => [each, each.toUpperCase()]))
      Reflect.deleteProperty(process.env, name)
    const shell = await launch(profile, { env: environment })
    await readyPage(shell)
    const got = await shell.evaluate(
      ({ session }, address) => session.defaultSession.resolveProxy(address),
      url
    )
    await shell.close()
    expect(got).toBe(answer)
  })
}

test("the process of a page is in Chromium's sandbox, unless root runs it", async ({ page, profile }) => {
  await expect(page).toHaveTitle('Fixture page')
  const [pid] = await processesOn(profile, '--type=renderer')
  const [, mode] = /^Seccomp:\s+(\d)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  // 2: its calls of the system are filtered.
  expect(mode).toBe(process.getuid?.() === 0 ? '0' : '2')
})

sharedTest('the clipboard gives back the text it was given', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const text = await shell.evaluate(async ({ clipboard }) => {
    await clipboard.writeText('Grüße 😀')
    return clipboard.readText()
  })
  expect(text).toBe('Grüße 😀')
})
